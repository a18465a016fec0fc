import type { InputPhrases } from '../types.ts'

export const inputs: InputPhrases = {
  missing: 'The field is required.',
  too_long: 'It is too long: {1} characters at most.',
  too_short: 'It is too short: {1} characters at least.',
  too_many: 'There are too many: {1} at most.',
  too_few: 'There are too few: {1} at least.',
  too_small: 'The minimum is {1}.',
  too_large: 'The maximum is {1}.',
  too_much: 'It holds too much data.',
  wrong_type: 'The value is not of the right type.',
  not_offered: 'The value is not one of those allowed: {1}.',
  unknown: 'There is no such field.',
  format: 'The value is not valid: check how it is written.',
  fixed: 'It cannot be changed.',
  reserved: 'It is reserved: choose another one.',
  absent: 'It does not exist, or is not among what you may manage.',
  wrong: 'It is not correct.',
  last_owner: 'At least one active Owner of all forms must remain.',
  inside_address: 'The address is not allowed: it must be https and public.',
  given_again: 'The address that it goes to has changed: give it again.',
  common_password: 'This password is among the first that are tried: choose another.',
  has_requests:
    'The form has received requests and cannot be deleted: they would be lost with their attachments. To close it to the public, use “Edit” and switch maintenance on.',
  carries_link:
    'This mail has already left and holds a personal link, which is not sent twice. Open the request {1} and use “Send the confirmation again”: a new link is sent.',
  carries_recovery:
    'This mail has already left and holds a personal link, which is not sent twice. Under accounts and tokens you can start a new password recovery.',
  twice: '“{1}” appears twice.',
  twice_here: 'It appears twice.',
  too_deep: 'It is nested too deeply: at most {1} levels.',
  no_definition: 'There is no definition “{1}”.',
  no_form: 'There is no form “{1}”.',
  no_secret: '“{1}” has no secret or token.',
  pattern: 'The regular expression is not valid: {1}',
  template: 'The Liquid template is not valid: {1}',
}
