/**
 * Severity of an error. Errors of severity `low` are not shown to the visitor or operator (visitor specification,
 * section 8).
 */
export type Severity = 'low' | 'medium' | 'high'

/**
 * The HTTP status for each error code (visitor and administrator specifications, section 8; wire contract, "Calls").
 */
export const ERROR_STATUS = {
  forms0001: 404,
  forms0002: 503,
  forms0003: 404,
  forms0005: 410,
  forms0006: 403,
  forms0007: 500,
  forms0009: 409,
  forms0010: 503,
  forms0011: 401,
  forms0013: 422,
  forms0014: 403,
  forms0016: 503,
  forms0017: 400,
  forms0018: 403,
  forms0019: 413,
  forms0020: 422,
  forms0021: 404,
  forms0022: 404,
  forms0023: 409,
  forms0024: 429,
  forms0026: 422,
  forms0027: 409,
  forms0030: 422,
  forms0031: 422,
  forms0032: 415,
  forms0034: 422,
  forms0036: 422,
  forms0038: 422,
  forms0040: 410,
  forms0041: 403,
  forms0042: 409,
  forms0043: 422,
  forms0044: 400,
  forms0045: 429,
  forms0046: 422,
  forms_integrations0001: 400,
  forms_integrations0002: 502,
  forms_integrations0003: 502,
  forms_integrations0004: 503,
  forms_integrations0005: 400,
  forms_integrations0006: 503,
  forms_mgmt0001: 400,
  forms_mgmt0002: 404,
  forms_mgmt0003: 409,
  forms_mgmt0004: 409,
  forms_mgmt0005: 410,
  // Error codes that are not in the specifications: errors of HTTP itself, which are sent in the same JSON envelope as
  // all other errors.
  http_api_key: 401,
  http_credential: 401,
  /** The signature of a call by another system is missing or wrong. */
  http_signature: 401,
  http_proof: 403,
  http_second_factor: 403,
  http_malformed: 400,
  http_not_found: 404,
  http_method: 405,
  /** The form was published in a new version that is not the one with which the visitor started. */
  http_outdated: 409,
  http_too_large: 413,
  http_media_type: 415,
} as const

export type ErrorCode = keyof typeof ERROR_STATUS

export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERROR_STATUS, code)
}
