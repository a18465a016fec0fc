/**
 * Reasons why a management call rejects an input or a deletion. The errors forms_mgmt0001 and forms_mgmt0002 contain
 * the reason in `params[0]`.
 */
const INPUT_FAULTS = [
  'missing',
  'too_long',
  'too_short',
  'too_many',
  'too_few',
  'too_small',
  'too_large',
  'too_much',
  'wrong_type',
  'not_offered',
  'unknown',
  'format',
  'fixed',
  'reserved',
  'absent',
  'wrong',
  'last_owner',
  'inside_address',
  'given_again',
  'common_password',
  'has_requests',
  'carries_link',
  'carries_recovery',
  'twice',
  'twice_here',
  'too_deep',
  'not_a_step',
  'inside_itself',
  'no_definition',
  'needs_approval',
  'too_many_tests',
  'no_form',
  'no_secret',
  'texts_only',
  'other_language',
  'not_this_format',
  'file_languages',
  'pattern',
  'template',
] as const

export type InputFault = (typeof INPUT_FAULTS)[number]

export function isInputFault(reason: string | undefined): reason is InputFault {
  return (INPUT_FAULTS as readonly (string | undefined)[]).includes(reason)
}
