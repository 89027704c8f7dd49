# SPDX-License-Identifier: Apache-2.0
"""Response times: whether the tasks of an application meet their deadlines (docs/response.md)."""
