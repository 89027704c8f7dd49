# SPDX-License-Identifier: Apache-2.0
"""What every other package stands on: paths, errors, the cache, progress."""
