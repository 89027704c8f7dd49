/* SPDX-License-Identifier: Apache-2.0 */
/* LiteX's csr.h includes a file of this name, and needs nothing of it. */
