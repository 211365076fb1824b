"""Where moto 5.2.5 differs from AWS as far as it affects the stack and the function, with patches.

What is left as it is:
- `Rules`, `DeletionPolicy` and `UpdateReplacePolicy` of a template have no effect, and parameters are not checked.
- CloudFormation skips AWS::CloudWatch::Alarm, AWS::SNS::Subscription and AWS::S3::BucketPolicy. (S3 would take the policy, but
  knows no conditions: `aws:SecureTransport` would refuse every request.)
- S3 sends notifications to a queue, and invokes a function, without asking the queue's or the function's policy.
- S3 does not compare `x-amz-expected-bucket-owner`, verifies no checksum, and refuses a notification whose filter has an empty
  value, as NotifyCommand's has where there is no prefix.
- A CompleteMultipartUpload ignores `If-Match`.
- IAM calculates other signatures than boto3 for some of Lambda's requests, and SQS refuses a request in XML, so that boto3 knows
  no more of the refusal than 403.
- The dead-letter queue gets nothing from a function that failed: no event is retried.
"""

import itertools
import json

from moto.awslambda import models as lambda_models
from moto.awslambda.utils import get_backend as lambda_backend
from moto.cloudformation import parsing
from moto.cloudformation.exceptions import ValidationError
from moto.core.common_models import CloudFormationModel
from moto.iam import models as iam_models
from moto.iam.policy_validation import IAMPolicyDocumentValidator
from moto.s3 import models as s3_models
from moto.s3 import notifications
from moto.s3 import responses as s3_responses
from moto.s3.exceptions import MissingKey, MissingVersion
from moto.secretsmanager import responses as secrets_responses
from moto.sqs import responses as sqs_responses
from moto.sqs.models import sqs_backends


def work_around():
    drop_no_values()
    create_whole_buckets()
    create_whole_functions()
    create_valid_roles()
    complete_events()
    leave_invocations_to_the_test()
    name_actions_as_iam_does()
    ask_for_all_permissions()


def drop_no_values():
    """CloudFormation leaves null for AWS::NoValue in a list."""
    clean = parsing.clean_json

    def clean_list(resource_json, resources_map):
        cleaned = clean(resource_json, resources_map)
        return [item for item in cleaned if item is not None] if isinstance(cleaned, list) else cleaned

    parsing.clean_json = clean_list


def create_whole_buckets():
    """CloudFormation creates a bucket without its versions, notifications and lifecycle rules."""
    create = s3_models.FakeBucket.create_from_cloudformation_json.__func__

    def create_whole(cls, resource_name, cloudformation_json, account_id, region_name, **kwargs):
        properties = cloudformation_json.get("Properties", {})
        rules = [to_api_rule(rule) for rule in properties.get("LifecycleConfiguration", {}).get("Rules", [])]
        bucket = create(cls, resource_name, cloudformation_json, account_id, region_name, **kwargs)
        if "VersioningConfiguration" in properties:
            bucket.versioning_status = properties["VersioningConfiguration"]["Status"]
        if rules:
            bucket.set_lifecycle(rules)
        bucket.set_notification_configuration(to_api_notifications(properties.get("NotificationConfiguration", {})))
        return bucket

    s3_models.FakeBucket.create_from_cloudformation_json = classmethod(create_whole)


# https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-properties-s3-bucket-rule.html
LIFECYCLE_ACTIONS = {"AbortIncompleteMultipartUpload", "ExpirationDate", "ExpirationInDays", "NoncurrentVersionExpiration"}


def to_api_rule(rule):
    if not LIFECYCLE_ACTIONS & rule.keys():
        raise ValidationError(rule["Id"], f"At least one of {sorted(LIFECYCLE_ACTIONS)} needs to be specified")
    if "ExpiredObjectDeleteMarker" in rule and {"ExpirationInDays", "ExpirationDate", "TagFilters"} & rule.keys():
        raise ValidationError(rule["Id"], "ExpiredObjectDeleteMarker cannot be specified with these properties")
    api_rule = {"ID": rule["Id"], "Status": rule["Status"], "Filter": {"Prefix": ""}}
    if "TagFilters" in rule:
        [tag] = rule["TagFilters"]
        api_rule["Filter"] = {"Tag": tag}
    if "ExpirationInDays" in rule:
        api_rule["Expiration"] = {"Days": rule["ExpirationInDays"]}
    if "ExpiredObjectDeleteMarker" in rule:
        api_rule["Expiration"] = {"ExpiredObjectDeleteMarker": rule["ExpiredObjectDeleteMarker"]}
    for same in ("AbortIncompleteMultipartUpload", "NoncurrentVersionExpiration"):
        if same in rule:
            api_rule[same] = rule[same]
    return api_rule


def to_api_notifications(configuration):
    kinds = {"Queue": ("QueueConfigurations", "Queue"), "CloudFunction": ("LambdaConfigurations", "Function")}
    return {
        f"{kind}Configuration": [
            {
                kind: each[target],
                "Event": [each["Event"]],
                "Filter": {"S3Key": {"FilterRule": each["Filter"]["S3Key"]["Rules"]}},
            }
            for each in configuration[name]
        ]
        for kind, (name, target) in kinds.items()
        if name in configuration
    }


def create_whole_functions():
    """CloudFormation creates a function without its architecture, and knows neither of the two resources below."""
    create = lambda_models.LambdaFunction.create_from_cloudformation_json.__func__

    def create_whole(cls, resource_name, cloudformation_json, account_id, region_name, **kwargs):
        function = create(cls, resource_name, cloudformation_json, account_id, region_name, **kwargs)
        function.architectures = cloudformation_json["Properties"]["Architectures"]
        return function

    lambda_models.LambdaFunction.create_from_cloudformation_json = classmethod(create_whole)


class EventInvokeConfig(CloudFormationModel):
    __module__ = "moto.awslambda.models"  # moto asks each resource for its service in this way.
    physical_resource_id = "event-invoke-config"

    @staticmethod
    def cloudformation_type():
        return "AWS::Lambda::EventInvokeConfig"

    @staticmethod
    def cloudformation_name_type():
        return ""

    @classmethod
    def create_from_cloudformation_json(cls, resource_name, cloudformation_json, account_id, region_name, **kwargs):
        config = dict(cloudformation_json["Properties"])
        name = config.pop("FunctionName")
        config.pop("Qualifier")
        lambda_backend(account_id, region_name).put_function_event_invoke_config(name, config)
        return cls()


class QueuePolicy(CloudFormationModel):
    __module__ = "moto.sqs.models"
    physical_resource_id = "queue-policy"

    @staticmethod
    def cloudformation_type():
        return "AWS::SQS::QueuePolicy"

    @staticmethod
    def cloudformation_name_type():
        return ""

    @classmethod
    def create_from_cloudformation_json(cls, resource_name, cloudformation_json, account_id, region_name, **kwargs):
        properties = cloudformation_json["Properties"]
        for url in properties["Queues"]:
            queue = sqs_backends[account_id][region_name].get_queue(url.split("/")[-1])
            queue._set_attributes({"Policy": json.dumps(properties["PolicyDocument"])})
        return cls()


def create_valid_roles():
    """CloudFormation stores a role's policies without validating them, in a form that cannot be enforced."""
    put_policy = iam_models.Role.put_policy

    def put_valid_policy(self, policy_name, policy_json):
        document = policy_json if isinstance(policy_json, str) else json.dumps(policy_json)
        IAMPolicyDocumentValidator(document).validate()
        put_policy(self, policy_name, document)

    iam_models.Role.put_policy = put_valid_policy


def complete_events():
    """An event lacks the version and its sequencer."""
    create = notifications._get_s3_event
    numbers = itertools.count(1)

    def create_whole(event_name, bucket, key, notification_id):
        event = create(event_name, bucket, key, notification_id)
        for record in event["Records"]:
            described = record["s3"]["object"]
            described["sequencer"] = f"{next(numbers):018X}"
            if bucket.is_versioned:
                described["versionId"] = key.version_id
        return event

    notifications._get_s3_event = create_whole


def leave_invocations_to_the_test():
    """moto would run the function in Docker. A queue's messages stay in it; where S3 invokes the function, the event goes into
    a queue that has the function's name."""
    create = lambda_models.LambdaBackend.create_event_source_mapping

    def create_idle(self, spec):
        mapping = create(self, spec)
        for queue in sqs_backends[self.account_id][self.region_name].queues.values():
            queue.lambda_event_source_mappings.clear()
        return mapping

    lambda_models.LambdaBackend.create_event_source_mapping = create_idle

    def keep(account_id, event_body, fn_arn, region_name):
        notifications._send_sqs_message(account_id, event_body, fn_arn.split(":")[-1], region_name)

    notifications._invoke_awslambda = keep


def name_actions_as_iam_does():
    """HEAD and tagging of a version ask for the permission on the object; SQS asks for one on every queue, and Secrets Manager on
    every secret."""
    set_action = s3_responses.S3Response._set_action
    verbs = {"GET": "Get", "HEAD": "Get", "PUT": "Put", "DELETE": "Delete"}

    def set_whole_action(self, action_resource_type, method, querystring):
        set_action(self, action_resource_type, method, querystring)
        if action_resource_type == "KEY" and "versionId" in querystring:
            tagging = "Tagging" if "tagging" in querystring else ""
            self.data["Action"] = f"{verbs[method]}ObjectVersion{tagging}"

    s3_responses.S3Response._set_action = set_whole_action

    def determine_resource(self):
        url = self._get_param("QueueUrl")
        return f"arn:aws:sqs:{self.region}:{self.current_account}:{url.split('/')[-1]}" if url else "*"

    sqs_responses.SQSResponse._determine_resource = determine_resource

    def determine_secret(self):
        return self._get_param("SecretId") or "*"

    secrets_responses.SecretsManagerResponse._determine_resource = determine_secret


def ask_for_all_permissions():
    """A missing object is 403 to whoever may not list the bucket, and If-Match needs s3:GetObject."""
    response = s3_responses.S3Response
    get_key, head_object = response._get_key, response.head_object
    put_object, delete_object = response.put_object, response.delete_object

    def authorize(self, action, key_name=None):
        self.data["Action"] = action
        self._authenticate_and_authorize_s3_action(bucket_name=self.bucket_name, key_name=key_name)

    def get_key_or_forbid(self, *args, **kwargs):
        try:
            return get_key(self, *args, **kwargs)
        except (MissingKey, MissingVersion):
            authorize(self, "ListBucket")
            raise

    def head_or_forbid(self, *args, **kwargs):
        answer = head_object(self, *args, **kwargs)
        if answer[0] == 404:
            authorize(self, "ListBucket")
        return answer

    def look_first(operation):
        def operate(self):
            if "If-Match" in self.headers:
                authorize(self, "GetObject", self.parse_key_name())
            return operation(self)

        return operate

    response._get_key, response.head_object = get_key_or_forbid, head_or_forbid
    response.put_object, response.delete_object = look_first(put_object), look_first(delete_object)
