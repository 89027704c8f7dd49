# SPDX-License-Identifier: Apache-2.0
# csr.json describes the simulated SoC with LiteX's default parameters: no hot memory, no time base.
zephyr_get(METRONOME_CSR_JSON)
set_ifndef(METRONOME_CSR_JSON ${CMAKE_CURRENT_LIST_DIR}/csr.json)
include(${CMAKE_CURRENT_LIST_DIR}/../devicetree.cmake)
