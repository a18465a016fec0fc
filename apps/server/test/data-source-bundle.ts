const output = { options_path: 'data.items', key: 'id', value: 'name' }

/** Returns the settings of an HTTP data source that calls the tests' fake data source. */
export function httpService(service: string, url: string, more: Record<string, unknown> = {}): Record<string, unknown> {
  return { service, kind: 'http', url, output, ...more }
}

interface Question {
  code: string
  settings?: Record<string, unknown>
  more?: Record<string, unknown>
}

/**
 * Returns a form with one step. By default its questions are select fields whose options come from data sources; the
 * settings of a question can change that.
 */
export function dataSourceForm(code: string, questions: readonly Question[], more: { disabled?: boolean } = {}): Record<string, unknown> {
  const form_fields = questions.map(({ code: property_code, settings, more: extra }, at) => ({
    type: 'PROPERTY',
    ordering: at,
    value: { property_code, property_description: `Label of ${property_code}`, default_value: { input_type: 'select_data_source', ...settings } },
    ...extra,
  }))
  const summary = { type: 'HTML_SUMMARY', ordering: 99, value: `<p>${questions.map((question) => `{{ ${question.code} }}`).join(', ')}</p>` }
  return {
    definitions: [
      {
        code_tag: `${code}-root`,
        tag_description: code,
        form_params: { auth_type: ['FREE'], form_title: code },
        children: [{ code_tag: 'report', tag_description: 'Report', form_fields: [...form_fields, summary], children: [], ...more }],
      },
    ],
    forms: [{ code_form: code, code_tag: `${code}-root`, active: true }],
  }
}
