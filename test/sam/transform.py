"""Prints a template as SAM parses it, and as CloudFormation gets it."""

import copy
import functools
import json
import sys

from boto3.session import Session
from samcli.yamlhelper import yaml_parse
from samtranslator.parser.parser import Parser
from samtranslator.translator.translator import Translator

REGION = "eu-central-1"


# Parsing takes most of the time, and the cloud's tests deploy one template again and again.
@functools.cache
def read(path):
    with open(path, encoding="utf-8") as file:
        return yaml_parse(file.read())


def transform(path, given):
    template = copy.deepcopy(read(path))
    # Where `sam deploy` would upload the package.
    template["Resources"]["Function"]["Properties"]["CodeUri"] = "s3://bucket/package.zip"
    parameters = {name: str(parameter["Default"]) for name, parameter in template["Parameters"].items()}
    translator = Translator({}, Parser(), boto_session=Session(region_name=REGION))
    return translator.translate(template, {**parameters, **given})


if __name__ == "__main__":
    print(json.dumps({"read": read(sys.argv[1]), "transformed": transform(sys.argv[1], {})}))
