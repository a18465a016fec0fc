import { type DataSourceSettings, serviceOf } from '@sportello/fields'
import { nameOf, placeOfQuestion, questionsOf, textOf } from '../checked-form.ts'
import { defineCheck } from '../finding.ts'

/** Reports a question whose options come from a data source that does not exist. */
export const unknownService = defineCheck({
  id: 'unknown-service',
  severity: 'error',
  rule: 'The data sources of the questions exist.',
  words: {
    it: { service: '«{1}» prende le opzioni dal servizio «{2}», che non esiste.', missing: '«{1}» non ha né opzioni né un servizio che le dia.' },
    en: {
      service: '“{1}” takes its options from the service “{2}”, which does not exist.',
      missing: '“{1}” has neither options nor a service that offers them.',
    },
    de: { service: '„{1}“ nimmt seine Optionen vom Dienst „{2}“, den es nicht gibt.', missing: '„{1}“ hat weder Optionen noch einen Dienst, der sie liefert.' },
    es: { service: '«{1}» toma las opciones del servicio «{2}», que no existe.', missing: '«{1}» no tiene opciones ni un servicio que las ofrezca.' },
    fr: { service: '« {1} » prend ses options du service « {2} », qui n’existe pas.', missing: '« {1} » n’a ni options ni service qui les fournisse.' },
    el: {
      service: 'Η «{1}» παίρνει τις επιλογές από την υπηρεσία «{2}», που δεν υπάρχει.',
      missing: 'Η «{1}» δεν έχει ούτε επιλογές ούτε υπηρεσία που να τις δίνει.',
    },
    nl: { service: '“{1}” haalt de opties bij de dienst “{2}”, die niet bestaat.', missing: '“{1}” heeft geen opties en geen dienst die ze levert.' },
  },
  *find(form) {
    const known = form.known.services && new Set(form.known.services)
    for (const question of questionsOf(form)) {
      const { settings } = question
      if (settings.input_type !== 'select_data_source') continue
      // Fixed options count only if the settings do not select the data source.
      const isAsked = serviceOf({ ...settings, service_code: 'asked' } as DataSourceSettings) !== undefined
      const code = textOf(settings.service_code)
      if (code === '' && isAsked) yield { text: 'missing', place: placeOfQuestion(question, 'default_value', 'service_code'), values: [nameOf(question)] }
      if (code !== '' && isAsked && known && !known.has(code))
        yield { text: 'service', place: placeOfQuestion(question, 'default_value', 'service_code'), values: [nameOf(question), code] }
    }
  },
})
