# SPDX-License-Identifier: Apache-2.0
"""`./metro bench`: plans and runs the measurements, and estimates their duration."""
