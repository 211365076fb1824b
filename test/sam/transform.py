"""Prints a template as SAM parses it, and as CloudFormation gets it with parameters given as JSON."""

import json
import sys

from samcli.yamlhelper import yaml_parse
from samtranslator.parser.parser import Parser
from samtranslator.translator.translator import Translator

with open(sys.argv[1], encoding="utf-8") as file:
    text = file.read()
template = yaml_parse(text)
# Where `sam deploy` would upload the package.
template["Resources"]["Function"]["Properties"]["CodeUri"] = "s3://bucket/package.zip"
parameters = {name: str(parameter["Default"]) for name, parameter in template["Parameters"].items()}
parameters.update(json.loads(sys.argv[2]) if len(sys.argv) > 2 else {})
transformed = Translator({}, Parser()).translate(template, parameters)
print(json.dumps({"read": yaml_parse(text), "transformed": transformed}))
