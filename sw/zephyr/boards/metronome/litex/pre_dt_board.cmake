# SPDX-License-Identifier: Apache-2.0
zephyr_get(METRONOME_CSR_JSON)
if(NOT METRONOME_CSR_JSON)
  message(FATAL_ERROR "The board metronome_litex needs the file csr.json of LiteX's build: -DMETRONOME_CSR_JSON=FILE")
endif()
include(${CMAKE_CURRENT_LIST_DIR}/../devicetree.cmake)
