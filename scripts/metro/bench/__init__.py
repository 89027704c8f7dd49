# SPDX-License-Identifier: Apache-2.0
"""`./metro bench`: plans and runs the measurements, and says how long that takes."""
