import type { Plant } from '../plant-bed.ts'

const AT = ['value', 'default_value'] as const

/** Returns a test case in which a question with invalid settings is added to a last step of a form. */
function settings(check: string, text: string, on: string, key: string, wrong: Record<string, unknown> & { input_type: string }, more = {}): Plant {
  return { check, text, on, plant: (bed) => bed.add(wrong, more).place(...AT, key) }
}

/**
 * A last step in a form whose visitors have no session. Known data do not exist, so no question is filled in from them.
 */
function withoutSession(check: string, text: string, on: string, key: string, more: object): Plant {
  return {
    check,
    text,
    on,
    plant(bed) {
      bed.params.auth_type = ['FREE']
      return bed.add({ input_type: 'text' }, { required: true, mapping: 'nome', ...more }).place(key)
    },
  }
}

export const FIELDS: readonly Plant[] = [
  withoutSession('hidden-required', 'hidden', 'complaint', 'required', { hidden: true }),
  withoutSession('locked-unfilled', 'locked', 'contact', 'readonly', { readonly: 'LOCKED' }),
  {
    check: 'locked-unfilled',
    text: 'locked',
    on: 'membership',
    plant(bed) {
      const property = { property_code: 'more', property_description: 'More', default_value: { input_type: 'text' } }
      const value = { text: 'Help?', yes: 'Yes', no: 'No', fields: [{ required: true, readonly: 'LOCKED', property }] }
      return bed.addField({ type: 'FURTHER_QUESTIONS', value }).place('value', 'fields', '0', 'property')
    },
  },
  settings('opposite-limits', 'pair', 'contact', 'min_len', { input_type: 'text', min_len: 50, maxlength: 20 }),
  settings('opposite-limits', 'pair', 'complaint', 'min_len', { input_type: 'textarea', min_len: 5_000 }),
  settings('opposite-limits', 'pair', 'membership', 'min_len', { input_type: 'email', min_len: 300 }),
  settings('opposite-limits', 'pair', 'enrolment', 'nelementsmin', { input_type: 'array', elementsType: 'text', nelementsmin: 150 }),
  settings('opposite-limits', 'dates', 'appointment', 'min', { input_type: 'date', time: true, min: '2026-05-01T18:00', max: '2026-05-01T09:00' }),
  settings('opposite-limits', 'noDate', 'comune-aurora', 'max', { input_type: 'date', max: '31/02/2026' }),
  {
    check: 'pattern',
    text: 'impossible',
    on: 'road-damage',
    plant(bed) {
      const { field, place } = bed.add({ input_type: 'text', validation_mask: '[a-z]{2}[0-9]{3}' })
      Object.assign(field.value as object, { font_case: 'upper' })
      return place(...AT, 'validation_mask')
    },
  },
  settings('pattern', 'impossible', 'gdpr-request', 'validation_mask', { input_type: 'text', validation_mask: '[a-z]{6}\\@[a-z]+', max_len: 5 }),
  ...(['select', 'multi_checkbox'] as const).map((input_type, at) => {
    const key = at === 0 ? 'options' : 'checkboxes'
    return settings('option-keys', 'same', at === 0 ? 'contact' : 'complaint', key, {
      input_type,
      [key]: [
        { key: 'a', value: 'A' },
        { key: 'a', value: 'B' },
      ],
    })
  }),
  settings('option-keys', 'empty', 'fondo-salute', 'options', {
    input_type: 'select',
    options: [
      { key: '', value: 'A' },
      { key: 'b', value: 'B' },
    ],
  }),
  {
    check: 'unknown-service',
    text: 'service',
    on: 'records-access',
    plant(bed) {
      bed.known = { ...bed.known, services: [] }
      const options = [
        { key: 'a', value: 'A' },
        { key: 'b', value: 'B' },
      ]
      return bed.add({ input_type: 'select_data_source', elementsType: 'restCall', service_code: 'gone', options }).place(...AT, 'service_code')
    },
  },
  {
    check: 'foreign-field',
    text: 'sent',
    on: 'contact',
    plant(bed) {
      bed.known = { ...bed.known, services: ['streets'] }
      const payloads = [{ type: 'field', key: 'q', value: 'planted' }]
      return bed.add({ input_type: 'select_data_source', service_code: 'streets', payloads }).place(...AT, 'payloads')
    },
  },
  settings('file-limits', 'types', 'job-application', 'file_type', { input_type: 'file', file_type: ['application/x-msdownload'] }),
  settings('opposite-limits', 'pair', 'contact', 'min', { input_type: 'int', min: 9, max: 3 }),
  settings('opposite-limits', 'pair', 'reimbursement', 'min', { input_type: 'numeric', min: '10.5', max: '10.4' }),
  settings('opposite-limits', 'pair', 'enrolment', 'min_len', { input_type: 'text', min_len: 20, max_len: 5 }),
  settings('opposite-limits', 'pair', 'membership', 'nelementsmin', { input_type: 'array', elementsType: 'text', nelementsmin: 4, nelementsmax: 2 }),
  settings('opposite-limits', 'whole', 'comune-aurora', 'min', { input_type: 'int', min: '2.2', max: '2.8' }),
  settings('opposite-limits', 'dates', 'appointment', 'relative_min_value', {
    input_type: 'date',
    relative_min_period: 'days',
    relative_min_value: 30,
    relative_max_period: 'weeks',
    relative_max_value: 1,
  }),
  settings('opposite-limits', 'dates', 'fondo-salute', 'min', { input_type: 'date', min: '2026-05-01', max: '2026-04-01' }),
  settings('opposite-limits', 'most', 'event-registration', 'max_selected', {
    input_type: 'multi_checkbox',
    max_selected: 5,
    checkboxes: [
      { key: 'a', value: 'A' },
      { key: 'b', value: 'B' },
    ],
  }),
  settings('zero-limit', 'question', 'contact', 'max_len', { input_type: 'text', max_len: 0 }),
  settings('zero-limit', 'question', 'job-application', 'max_size', { input_type: 'file', max_size: 0 }),
  {
    check: 'zero-limit',
    text: 'form',
    on: 'road-damage',
    plant(bed) {
      Object.assign(bed.params, { max_requests: 0 })
      return bed.atRoot('form_params', 'max_requests')
    },
  },
  settings('pattern', 'refused', 'complaint', 'validation_mask', { input_type: 'text', validation_mask: '(?=a)b' }),
  settings('pattern', 'refused', 'contact', 'validation', { input_type: 'text', validation: ['[a-z'] }),
  settings('pattern', 'refused', 'records-access', 'validation', { input_type: 'textarea', validation: '([a-z]{1,500}){1,2}' }),
  settings('pattern', 'impossible', 'enrolment', 'validation_mask', { input_type: 'text', validation_mask: '[0-9]{5}', max_len: 4 }),
  settings('pattern', 'impossible', 'comune-aurora', 'validation_mask', { input_type: 'text', validation_mask: '[A-Z]+', validation: ['[0-9]+'] }),
  settings('default-refused', 'refused', 'contact', 'default', { input_type: 'int', min: 1, max: 5, default: 7 }),
  settings('default-refused', 'refused', 'membership', 'default', {
    input_type: 'select',
    default: 'z',
    options: [
      { key: 'a', value: 'A' },
      { key: 'b', value: 'B' },
    ],
  }),
  settings('default-refused', 'refused', 'gdpr-request', 'default', { input_type: 'text', validation_mask: '[0-9]{5}', default: 'Roma' }),
  settings('default-refused', 'refused', 'appointment', 'checkboxes', {
    input_type: 'multi_checkbox',
    max_selected: 1,
    checkboxes: [
      { key: 'a', value: 'A', state: true },
      { key: 'b', value: 'B', state: true },
    ],
  }),
  {
    check: 'hidden-required',
    text: 'hidden',
    on: 'reimbursement',
    plant: (bed) => bed.add({ input_type: 'text' }, { hidden: true, required: true }).place('required'),
  },
  {
    check: 'hidden-required',
    text: 'hidden',
    on: 'comune-aurora',
    plant: (bed) => bed.add({ input_type: 'int' }, { hidden: true, required: true }).place('required'),
  },
  {
    check: 'locked-unfilled',
    text: 'locked',
    on: 'complaint',
    plant: (bed) => bed.add({ input_type: 'text' }, { readonly: 'LOCKED', required: true }).place('readonly'),
  },
  { check: 'locked-unfilled', text: 'locked', on: 'fondo-salute', plant: (bed) => bed.add({ input_type: 'date' }, { readonly: 'locked' }).place('readonly') },
  {
    check: 'code-clash',
    text: 'question',
    on: 'road-damage',
    plant: (bed) => {
      bed.add({ input_type: 'text' })
      return bed.add({ input_type: 'int' }).place('value', 'property_code')
    },
  },
  {
    check: 'code-clash',
    text: 'question',
    on: 'comune-aurora',
    plant: (bed) => {
      // The other question is in a step three levels above.
      const [language] = bed.definition.children
      if (language)
        bed.addField({ type: 'PROPERTY', value: { property_code: 'planted', property_description: 'Above', default_value: { input_type: 'text' } } }, language)
      return bed.add({ input_type: 'text' }).place('value', 'property_code')
    },
  },
  {
    check: 'code-clash',
    text: 'step',
    on: 'fondo-salute',
    plant: (bed) => {
      const [one, other] = bed.choice().children
      if (one && other) other.code_tag = one.code_tag
      return { step: other?.id ?? '', path: ['code_tag'] }
    },
  },
  settings('foreign-field', 'compared', 'reimbursement', 'surname', { input_type: 'codfis', surname: 'nowhere' }),
  settings('foreign-field', 'compared', 'enrolment', 'birthday', { input_type: 'codfis', birthday: 'nowhere' }),
  {
    check: 'foreign-field',
    text: 'sent',
    on: 'comune-aurora',
    plant: (bed) => {
      bed.known = { ...bed.known, services: ['streets'] }
      return bed
        .add({ input_type: 'select_data_source', service_code: 'streets', payloads: [{ type: 'field', key: 'q', value: 'nowhere' }] })
        .place(...AT, 'payloads')
    },
  },
  settings('unknown-service', 'missing', 'membership', 'service_code', { input_type: 'select_data_source' }),
  settings('unknown-service', 'service', 'contact', 'service_code', { input_type: 'select_data_source', service_code: 'gone' }),
  settings('unknown-service', 'service', 'fondo-salute', 'service_code', { input_type: 'select_data_source', service_code: 'gone' }),
  settings('file-limits', 'size', 'job-application', 'max_size', { input_type: 'file', max_size: 999_999 }),
  settings('file-limits', 'size', 'road-damage', 'max_size', { input_type: 'file', multiple: true, max_size: 60_000 }),
  settings('file-limits', 'types', 'complaint', 'file_type', { input_type: 'file', file_type: ['svg', 'exe'] }),
  {
    check: 'empty-label',
    text: 'question',
    on: 'contact',
    plant(bed) {
      const { field, place } = bed.add({ input_type: 'text' })
      Object.assign(field.value as object, { property_description: ' ' })
      return place('value', 'property_description')
    },
  },
  settings('empty-label', 'option', 'membership', 'options', {
    input_type: 'select',
    options: [
      { key: 'a', value: '' },
      { key: 'b', value: 'B' },
    ],
  }),
  {
    check: 'empty-label',
    text: 'button',
    on: 'road-damage',
    plant: (bed) => bed.addField({ type: 'SEND_BUTTON_CUSTOMIZATION', value: { label: '' } }).place('value', 'label'),
  },
  settings('incomplete', 'setting', 'complaint', 'input_type', { input_type: 'nothing' }),
  settings('incomplete', 'setting', 'appointment', 'placeholder', { input_type: 'text', placeholder: 7 }),
]
