// SPDX-License-Identifier: Apache-2.0
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/params.h>
#include <openssl/sha.h>
#include <stdint.h>

#include "../CLibrary/library.h"

// What Husk calls of libcrypto.
#define HUSK_CRYPTO_FUNCTIONS(_)                                                                   \
  _(CRYPTO_memcmp)                                                                                 \
  _(EVP_CIPHER_CTX_ctrl)                                                                           \
  _(EVP_CIPHER_CTX_free)                                                                           \
  _(EVP_CIPHER_CTX_new)                                                                            \
  _(EVP_CIPHER_fetch)                                                                              \
  _(EVP_CIPHER_free)                                                                               \
  _(EVP_CipherFinal_ex)                                                                            \
  _(EVP_CipherInit_ex)                                                                             \
  _(EVP_CipherUpdate)                                                                              \
  _(EVP_KDF_CTX_free)                                                                              \
  _(EVP_KDF_CTX_new)                                                                               \
  _(EVP_KDF_derive)                                                                                \
  _(EVP_KDF_fetch)                                                                                 \
  _(EVP_KDF_free)                                                                                  \
  _(EVP_PBE_scrypt)                                                                                \
  _(EVP_aes_256_gcm)                                                                               \
  _(OPENSSL_cleanse)                                                                               \
  _(OSSL_PARAM_construct_end)                                                                      \
  _(OSSL_PARAM_construct_octet_string)                                                             \
  _(OSSL_PARAM_construct_utf8_string)                                                              \
  _(SHA256)

// The version that the headers are of.
#define HUSK_STRING(text) #text
#define HUSK_CRYPTO_FILE(version) "libcrypto.so." HUSK_STRING(version)
HUSK_LIBRARY(crypto, HUSK_CRYPTO_FILE(OPENSSL_SHLIB_VERSION), HUSK_CRYPTO_FUNCTIONS)

// scrypt (RFC 7914). libcrypto refuses what takes more than `memory` bytes. Returns 1 on success.
static inline int husk_scrypt(
    struct husk_crypto crypto, const unsigned char *secret, size_t secret_size,
    const unsigned char *salt, size_t salt_size, uint64_t cost, uint64_t block_size,
    uint64_t parallelism, uint64_t memory, unsigned char *output, size_t output_size) {
  return crypto.EVP_PBE_scrypt(
      (const char *)secret, secret_size, salt, salt_size, cost, block_size, parallelism, memory,
      output, output_size);
}

// HKDF-SHA-256 (RFC 5869); parameters of libcrypto are arrays that are easier to write in C.
// Returns 1 on success.
static inline int husk_hkdf_sha256(
    struct husk_crypto crypto, const unsigned char *key, size_t key_size,
    const unsigned char *salt, size_t salt_size, const unsigned char *info, size_t info_size,
    unsigned char *output, size_t output_size) {
  EVP_KDF *kdf = crypto.EVP_KDF_fetch(NULL, "HKDF", NULL);
  EVP_KDF_CTX *context = crypto.EVP_KDF_CTX_new(kdf);
  crypto.EVP_KDF_free(kdf);
  if (context == NULL) return 0;
  OSSL_PARAM parameters[] = {
      crypto.OSSL_PARAM_construct_utf8_string(OSSL_KDF_PARAM_DIGEST, (char *)"SHA256", 0),
      crypto.OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_KEY, (void *)key, key_size),
      crypto.OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_INFO, (void *)info, info_size),
      // Without a salt the parameter ends the list.
      crypto.OSSL_PARAM_construct_end(),
      crypto.OSSL_PARAM_construct_end()};
  if (salt_size > 0)
    parameters[3] =
        crypto.OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_SALT, (void *)salt, salt_size);
  int status = crypto.EVP_KDF_derive(context, output, output_size, parameters);
  crypto.EVP_KDF_CTX_free(context);
  return status == 1;
}
