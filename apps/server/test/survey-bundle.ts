/** Returns a bundle with a survey: a step without questions, then three questions on consecutive steps. */
export function surveyBundle(options: { code?: string; definition?: string; params?: Record<string, unknown>; setting?: Record<string, unknown> } = {}) {
  const { code = 'survey', definition = `${code}-questions`, params = {}, setting = {} } = options
  const question = (property_code: string, required = false) => ({
    type: 'PROPERTY',
    ordering: 1,
    required,
    value: { property_code, property_description: `Label of ${property_code}`, default_value: { input_type: 'text', max_len: 20 } },
  })
  const step = (code_tag: string, form_fields: object[], children: object[] = [], more: object = {}) => ({
    code_tag,
    tag_description: `Step ${code_tag}`,
    form_fields,
    children,
    ...more,
  })
  const last = step('third', [question('c'), { type: 'HTML_SUMMARY', ordering: 2, value: '<p>Thanks</p>' }], [])
  return {
    definitions: [
      {
        code_tag: definition,
        tag_description: 'Survey',
        form_params: { auth_type: ['SURVEY', 'FREE'], form_title: 'Survey', survey_no_recompile: true, ticket_prefix: 'S-', ...params },
        form_fields: [],
        children: [step('first', [question('a', true)], [step('second', [question('b')], [last])])],
      },
    ],
    forms: [{ code_form: code, code_tag: definition, ...setting }],
  }
}
