"""Prints a template as SAM reads it, and what CloudFormation gets to see of it."""

import json
import sys

from samcli.yamlhelper import yaml_parse
from samtranslator.parser.parser import Parser
from samtranslator.translator.translator import Translator

with open(sys.argv[1], encoding="utf-8") as file:
    text = file.read()
template = yaml_parse(text)
# Where `sam deploy` would have put the package.
template["Resources"]["Function"]["Properties"]["CodeUri"] = "s3://bucket/package.zip"
defaults = {name: str(parameter["Default"]) for name, parameter in template["Parameters"].items()}
transformed = Translator({}, Parser()).translate(template, defaults)
print(json.dumps({"read": yaml_parse(text), "transformed": transformed}))
