"""Reads a table of an export with Python's csv module and prints its rows as JSON."""
import csv
import json
import sys

with open(sys.argv[1], newline="", encoding="utf-8-sig") as table:
    print(json.dumps(list(csv.DictReader(table))))
