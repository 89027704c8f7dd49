# SPDX-License-Identifier: Apache-2.0
"""Support of the event unit in the kernel's header: a new field of each event control block.

The field holds the number of the event's wait list in the event unit.
"""
from __future__ import annotations

from ..report import Site
from ..source import Source, text, walk

TYPE, FIELD = "OS_EVENT", "OSEventType"
MACRO = ["", "/* The event unit can have the events' wait lists, see os_accel.h. */", "#define OS_EVENT_UNIT 2u"]
NUMBER = ["#if defined(OS_ACCEL_EVENT_EN) && (OS_ACCEL_EVENT_EN > 0u)",
          "    INT8S OSEventUnit; /* the number of its list in the event unit; -1: that is in software */", "#endif"]


def has_multi_pend(data: bytes) -> bool:
    """Return whether a task can wait for several events at once."""
    return b"OSTCBEventMultiPtr" in data


def rewrite(name: str, data: bytes) -> tuple[bytes, list[Site]] | None:
    """Return the new header and its changes, or None if its event control blocks do not have the known form."""
    source = Source(name, data)
    version = [node for node in walk(source.root) if node.type == "preproc_def"
               and text(node.child_by_field_name("name")) == "OS_VERSION"]
    kinds = [node for node in walk(source.root) if node.type == "type_definition"
             and any(text(child) == TYPE for child in node.children_by_field_name("declarator"))]
    fields = [node for kind in kinds for node in walk(kind) if node.type == "field_declaration"
              and text(node.child_by_field_name("declarator")) == FIELD and node.parent.parent.parent == kind]
    if len(version) != 1 or len(fields) != 1:
        return None
    define, field = version[0], fields[0]
    value = define.child_by_field_name("value")
    for end, lines in ((value.start_byte + len(text(value).rstrip()), MACRO), (field.end_byte, NUMBER)):
        place = source.end_of_line(end)
        source.edit(place, place, "".join(f"\n{line}" for line in lines))
    return source.render(), [Site(name, source.line(define), "OS_VERSION", "event unit", "OS_EVENT_UNIT"),
                             Site(name, source.line(field), TYPE, "event unit", "OSEventUnit")]
