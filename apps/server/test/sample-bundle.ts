/** Returns a bundle with a small form that has one field of every type, for tests that need any form. */
export function sampleBundle(options: { code?: string; params?: Record<string, unknown>; active?: boolean } = {}): Record<string, unknown> {
  const code = options.code ?? 'sample'
  const question = (ordering: number, property_code: string, default_value: Record<string, unknown>, more: Record<string, unknown> = {}) => ({
    type: 'PROPERTY',
    ordering,
    value: { property_code, property_description: `Label of ${property_code}`, default_value },
    ...more,
  })
  return {
    definitions: [
      {
        code_tag: `${code}-root`,
        tag_description: 'What do you need?',
        form_params: { auth_type: ['FREE'], form_title: `Form ${code}`, ticket_prefix: 'T-', time_limit_request: 48 },
        children: [
          {
            code_tag: 'report',
            tag_description: 'Report something',
            form_fields: [
              question(1, 'street', { input_type: 'text', max_len: 50 }, { required: true }),
              question(2, 'story', { input_type: 'textarea' }),
              question(3, 'contact', { input_type: 'email' }),
              question(4, 'count', { input_type: 'int', min: 1, max: 9 }),
              question(5, 'depth', { input_type: 'numeric', min: 0 }),
              question(6, 'danger', { input_type: 'boolean' }),
              question(7, 'where', {
                input_type: 'select',
                options: [
                  { key: 'road', value: 'On the road' },
                  { key: 'path', value: 'On the path' },
                ],
              }),
              question(8, 'seen', { input_type: 'date', relative_max_period: 'days', relative_max_value: 0 }),
              question(9, 'photos', { input_type: 'file', multiple: true, file_type: ['png', 'txt', 'pdf'], max_size: 1024 }),
              question(10, 'channel', { input_type: 'text', default: 'web' }, { hidden: true }),
              question(11, 'plate', { input_type: 'text', validation_mask: '[A-Z]{2}\\d{3}[A-Z]{2}' }),
              { type: 'HTML_SUMMARY', ordering: 12, value: '<p>{{ ticket }}: {{ street }}, {{ where }}, {{ depth }}, {{ seen }}</p>' },
            ],
            children: [],
          },
          { code_tag: 'closed', tag_description: 'For members', disabled: true, form_fields: [question(1, 'note', { input_type: 'text' })], children: [] },
          {
            code_tag: 'branch',
            tag_description: 'Another branch',
            form_fields: [question(1, 'onward', { input_type: 'text' })],
            children: [{ code_tag: 'leaf', tag_description: 'Its leaf', form_fields: [question(1, 'end', { input_type: 'text' })], children: [] }],
          },
        ],
      },
    ],
    forms: [
      {
        code_form: code,
        description: `Customer ${code}`,
        code_tag: `${code}-root`,
        client_url: 'http://sportello.example/',
        active: options.active ?? true,
        params: options.params ?? {},
      },
    ],
  }
}
