"""AWS on this machine: moto's server, and boto3 to call it with.

Prints the server's address, then answers one line of JSON with another: {"service", "operation", "input", "credentials"} with
{"output"} or {"error"}. The service "sam" does what `sam deploy` has done to a template. Ends when its input ends, so it
never outlives the test that started it.
"""

import functools
import json
import logging
import sys
from pathlib import Path

import boto3
from botocore.exceptions import ClientError
from moto.server import ThreadedMotoServer

import deviations

sys.path.append(str(Path(__file__).parent.parent / "sam"))
from transform import transform

REGION = "eu-central-1"
# Any credentials work while IAM is not enforced.
ROOT = {"AccessKeyId": "root", "SecretAccessKey": "root"}


def serve():
    # It logs every request, and every resource that it skips: see deviations.py.
    for talkative in ("werkzeug", "moto"):
        logging.getLogger(talkative).setLevel(logging.ERROR)
    deviations.work_around()
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    endpoint = f"http://{host}:{port}"
    print(json.dumps({"endpoint": endpoint}), flush=True)
    for line in sys.stdin:
        print(json.dumps(answer(endpoint, json.loads(line)), default=str), flush=True)
    server.stop()


def answer(endpoint, request):
    if request["service"] == "sam":
        return {"output": transform(**request["input"])}
    credentials = request.get("credentials") or ROOT
    client = client_of(
        endpoint,
        request["service"],
        credentials["AccessKeyId"],
        credentials["SecretAccessKey"],
        credentials.get("SessionToken"),
    )
    try:
        return {"output": getattr(client, request["operation"])(**request["input"])}
    except ClientError as error:
        return {"error": error.response["Error"]}


@functools.cache
def client_of(endpoint, service, key, secret, token):
    return boto3.client(
        service,
        region_name=REGION,
        endpoint_url=endpoint,
        aws_access_key_id=key,
        aws_secret_access_key=secret,
        aws_session_token=token,
    )


serve()
