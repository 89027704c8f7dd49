/* SPDX-License-Identifier: Apache-2.0 */
#ifndef APP_CFG_H
#define APP_CFG_H

#endif
