// SPDX-License-Identifier: Apache-2.0
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/params.h>
#include <openssl/sha.h>

// scrypt (RFC 7914). libcrypto refuses what takes more than `memory` bytes. Returns 1 on success.
static inline int husk_scrypt(
    const unsigned char *secret, size_t secret_size, const unsigned char *salt, size_t salt_size,
    uint64_t cost, uint64_t block_size, uint64_t parallelism, uint64_t memory,
    unsigned char *output, size_t output_size) {
  return EVP_PBE_scrypt(
      (const char *)secret, secret_size, salt, salt_size, cost, block_size, parallelism, memory,
      output, output_size);
}

// HKDF-SHA-256 (RFC 5869); parameters of libcrypto are arrays that are easier to write in C.
// Returns 1 on success.
static inline int husk_hkdf_sha256(
    const unsigned char *key, size_t key_size, const unsigned char *salt, size_t salt_size,
    const unsigned char *info, size_t info_size, unsigned char *output, size_t output_size) {
  EVP_KDF *kdf = EVP_KDF_fetch(NULL, "HKDF", NULL);
  EVP_KDF_CTX *context = EVP_KDF_CTX_new(kdf);
  EVP_KDF_free(kdf);
  if (context == NULL) return 0;
  OSSL_PARAM parameters[] = {
      OSSL_PARAM_construct_utf8_string(OSSL_KDF_PARAM_DIGEST, (char *)"SHA256", 0),
      OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_KEY, (void *)key, key_size),
      OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_INFO, (void *)info, info_size),
      // Without a salt the parameter ends the list.
      OSSL_PARAM_construct_end(),
      OSSL_PARAM_construct_end()};
  if (salt_size > 0)
    parameters[3] = OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_SALT, (void *)salt, salt_size);
  int status = EVP_KDF_derive(context, output, output_size, parameters);
  EVP_KDF_CTX_free(context);
  return status == 1;
}
