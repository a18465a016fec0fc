import type { AuthType } from '@sportello/contract'

export const SSO_SECRET = 'a secret that form and site share'

interface AccessForm {
  code: string
  authTypes: readonly AuthType[]
  params?: Record<string, unknown>
  mappings?: readonly object[]
  active?: boolean
}

const property = (property_code: string, settings: object = {}, more: object = {}) => ({
  type: 'PROPERTY',
  ordering: 1,
  value: { property_code, property_description: property_code, default_value: { input_type: 'text', ...settings } },
  ...more,
})

/**
 * Returns a form whose content depends on the visitor's session: personal data in its fields, a step that needs a
 * sign-in, and a data source that only this step uses.
 */
export function accessForm({ code, authTypes, params = {}, mappings = [], active = true }: AccessForm) {
  const fields = [
    property('subject', {}, { required: true }),
    property('surname', {}, { mapping: 'cognome', readonly: 'LOCKED' }),
    property('phone', {}, { mapping: 'telefono', readonly: 'UNLOCKED' }),
    property('card', {}, { mapping: 'numero_tessera', hidden: true }),
  ]
  return {
    definitions: [
      {
        code_tag: `${code}-root`,
        tag_description: code,
        form_params: { auth_type: authTypes, form_title: code, ticket_prefix: 'A-', sso_secret_aes: SSO_SECRET, ...params },
        form_fields: [{ type: 'HTML_HEADER', ordering: 0, value: '<p>Header</p>' }],
        children: [
          { code_tag: 'ask', tag_description: 'Ask', form_fields: fields, children: [] },
          {
            code_tag: 'inside',
            tag_description: 'Inside',
            disabled: true,
            form_fields: [],
            children: [
              {
                code_tag: 'deep',
                tag_description: 'Deep',
                form_fields: [property('pick', { input_type: 'select_data_source', service_code: 'inner' })],
                children: [],
              },
            ],
          },
        ],
      },
    ],
    forms: [{ code_form: code, code_tag: `${code}-root`, active, mappings }],
    integrations: [{ service: 'inner', kind: 'static', options: { One: '1', Two: '2' } }],
  }
}
