import type { operators as italian } from '../../it/admin/operators.ts'

export const operators: Record<keyof typeof italian, string> = {
  view_operators: 'Operators',
  operator_name: 'Name',
  operator_surname: 'Surname',
  operator_email: 'E-mail',
  operator_role: 'Role',
  role_viewer_hint: 'Reads everything, changes nothing.',
  role_operator_hint: 'Changes settings, forms and mappings.',
  role_owner_hint: 'May do everything, and decides who operates.',
  operator_forms: 'Forms in reach',
  operator_all_forms: 'All forms',
  operator_no_forms: 'Without a form they see nothing: type its code and press Add.',
  operator_state: 'State',
  operator_active: 'Active',
  operator_disabled: 'Disabled',
  operator_disable: 'Disable access',
  operator_disable_hint: 'Sessions end at once; the operator and the log stay.',
  operator_new_password: 'New password',
  operator_password_hint:
    'Without a password one comes in by a passkey added before, by the login provider where there is one, or by a link from the command line.',
  operator_new_password_hint: 'Leave empty to keep it; a new one ends open sessions and deletes the passkeys.',
  operator_yourself: 'This is you: a smaller role, disabling or a new password take effect at once.',
  operator_add: 'Add operator',
  operator_edit: 'Edit operator',
  operator_delete: 'Delete operator',
  operator_delete_text: 'The operator “{1}” cannot come in any more and their sessions end at once. What they did stays in the log.',
}
