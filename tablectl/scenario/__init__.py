"""Scenarios: what happens at a table and what must come of it, written as YAML, played for real.

for path in find([Path("tests/scenarios")]):
    report = run_file(path)
"""

from tablectl.scenario.loading import Scenario, find, load, loads, table_name
from tablectl.scenario.playing import play, run_file
from tablectl.scenario.report import Failure, ScenarioReport

__all__ = [
    "Failure",
    "Scenario",
    "ScenarioReport",
    "find",
    "load",
    "loads",
    "play",
    "run_file",
    "table_name",
]
