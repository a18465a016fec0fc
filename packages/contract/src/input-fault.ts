/** Why a management call refuses an input: `params[0]` of forms_mgmt0001, whose message says it of the field that `field` names. */
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
] as const

export type InputFault = (typeof INPUT_FAULTS)[number]

export function isInputFault(reason: string | undefined): reason is InputFault {
  return (INPUT_FAULTS as readonly (string | undefined)[]).includes(reason)
}
