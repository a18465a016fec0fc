import { choiceRules } from './choices.ts'
import { heldRules } from './held.ts'
import { REQUIRED, rulesOf } from './rule.ts'

const { accepts, refuses } = rulesOf('select_data_source')
const service = { service_code: 'voci' }
const options = { options: { Uno: 'a', Due: 'b', Tre: 'c' } }

/**
 * Rows of the rules table for a select field with a data source. The rows do not contain the options of the data
 * source; the server's tests of data sources (`integrations`) check answers against the options.
 */
export const selectDataSource = [
  ...choiceRules('select_data_source'),
  refuses('options of a service; required: an empty text', service, '', ['campo_richiesto'], { ...REQUIRED, wire: undefined }),
  accepts('options of a service: a key', service, 'quarta', REQUIRED),
  refuses('options of a service: a number instead of a key', service, 4, ['campo_formato']),
  accepts('elementsType restCall: options of the service, not of the author', { ...options, ...service, elementsType: 'restCall' }, 'z'),
  accepts('validationOptions restCall: options of the service, not of the author', { ...options, ...service, validationOptions: 'restCall' }, 'z'),
  accepts(
    'validationOptions with the value restCall: options of the service, not of the author',
    { ...options, ...service, validationOptions: { value: 'restCall' } },
    'z',
  ),
  refuses('the author’s options apply if a service is named but not selected', { ...options, ...service }, 'z', ['opzione_non_valida']),
  ...heldRules('select_data_source', { settings: options, datum: 'c', known: 'c', preset: 'b', typed: 'a', wire: 'a', empty: '' }),
]
