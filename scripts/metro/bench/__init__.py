# SPDX-License-Identifier: Apache-2.0
"""Commands `bench`, `threads`, `guests`, `figures`: select measurements, estimate their time, find old figures."""
