"""The one catalogue of texts: codes and arguments in, one plain English sentence out.

The core speaks codes; people read these. Nothing here decides anything, and no sentence is a
quotation of the regulation. What is refused or ruled ends with its basis in square brackets. A
code without a text is shown as the code, so that nothing is ever hidden; a test finds it first.
"""

from tablectl.texts.dues import (
    due_text,
    hint_text,
    is_confirm,
    is_stage,
    lack_text,
    phrase,
    prompt_text,
    wait_text,
)
from tablectl.texts.facts import (
    amended_text,
    change_text,
    notice_text,
    option_text,
    shoe_text,
    warning_text,
)
from tablectl.texts.names import amount, bracketed, place_name, printable, role_name, spoken
from tablectl.texts.phases import (
    deck_text,
    device_text,
    fate_text,
    identity_texts,
    step_text,
    table_text,
)
from tablectl.texts.records import (
    deed_text,
    demand_text,
    ignored_text,
    input_text,
    report_text,
    settings_text,
)
from tablectl.texts.refusals import refusal_text
from tablectl.texts.rulings import (
    case_text,
    irregularity_text,
    remedy_text,
    ruling_text,
    told_texts,
)
from tablectl.texts.settlement import line_text, unsettled_text

__all__ = [
    "amended_text",
    "amount",
    "bracketed",
    "case_text",
    "change_text",
    "deck_text",
    "deed_text",
    "demand_text",
    "device_text",
    "due_text",
    "fate_text",
    "hint_text",
    "identity_texts",
    "ignored_text",
    "input_text",
    "irregularity_text",
    "is_confirm",
    "is_stage",
    "lack_text",
    "line_text",
    "notice_text",
    "option_text",
    "phrase",
    "place_name",
    "printable",
    "prompt_text",
    "refusal_text",
    "remedy_text",
    "report_text",
    "role_name",
    "ruling_text",
    "settings_text",
    "shoe_text",
    "spoken",
    "step_text",
    "table_text",
    "told_texts",
    "unsettled_text",
    "wait_text",
    "warning_text",
]
