import { choiceRules } from './choices.ts'
import { heldRules } from './held.ts'
import { REQUIRED, rulesOf } from './rule.ts'

const { accepts, refuses } = rulesOf('select_data_source')
const service = { service_code: 'voci' }
const options = { options: { Uno: 'a', Due: 'b', Tre: 'c' } }

/** Rules without the data source's options; the check of an answer against the offered options is tested in `integrations`. */
export const selectDataSource = [
  ...choiceRules('select_data_source'),
  refuses('a service’s options; required: is not answered by nothing', service, '', ['campo_richiesto'], { ...REQUIRED, wire: undefined }),
  accepts('a service’s options: a key', service, 'quarta', REQUIRED),
  refuses('a service’s options: a number is no key', service, 4, ['campo_formato']),
  accepts('elementsType restCall: the service’s, not the author’s own', { ...options, ...service, elementsType: 'restCall' }, 'z'),
  accepts('validationOptions restCall: likewise', { ...options, ...service, validationOptions: 'restCall' }, 'z'),
  accepts('validationOptions with the value restCall: likewise', { ...options, ...service, validationOptions: { value: 'restCall' } }, 'z'),
  refuses('own options beside a service that is not called for', { ...options, ...service }, 'z', ['opzione_non_valida']),
  ...heldRules('select_data_source', { settings: options, datum: 'c', known: 'c', preset: 'b', typed: 'a', wire: 'a', empty: '' }),
]
