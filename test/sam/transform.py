"""Prints a template as SAM parses it, and as CloudFormation gets it."""

import json
import sys

from boto3.session import Session
from samcli.yamlhelper import yaml_parse
from samtranslator.parser.parser import Parser
from samtranslator.translator.translator import Translator

REGION = "eu-central-1"


def transform(path, given):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    template = yaml_parse(text)
    # Where `sam deploy` would upload the package.
    template["Resources"]["Function"]["Properties"]["CodeUri"] = "s3://bucket/package.zip"
    parameters = {name: str(parameter["Default"]) for name, parameter in template["Parameters"].items()}
    translator = Translator({}, Parser(), boto_session=Session(region_name=REGION))
    return {"read": yaml_parse(text), "transformed": translator.translate(template, {**parameters, **given})}


if __name__ == "__main__":
    print(json.dumps(transform(sys.argv[1], {})))
