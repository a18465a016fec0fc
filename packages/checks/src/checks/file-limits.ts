import { isKnownFileType, sizeText } from '@sportello/fields'
import { type CheckedQuestion, listOf, nameOf, placeOfQuestion, questionsOf, textOf } from '../checked-form.ts'
import { defineCheck, setFix } from '../finding.ts'

/** Reports a file question that accepts no file at all, or that allows larger files than the deployment accepts. */
export const fileLimits = defineCheck({
  id: 'file-limits',
  severity: 'error',
  rule: 'A question for files promises no more than the deployment accepts.',
  words: {
    it: {
      size: '«{1}» promette file fino a {2}, ma questo sistema ne accetta fino a {3}.',
      types: '«{1}» ammette solo tipi di file che non si possono caricare: {2}.',
      fix: 'Usa il limite del sistema',
    },
    en: {
      size: '“{1}” promises files up to {2}, but this system accepts up to {3}.',
      types: '“{1}” allows only kinds of files that cannot be uploaded: {2}.',
      fix: 'Use the system’s limit',
    },
    de: {
      size: '„{1}“ verspricht Dateien bis {2}, aber dieses System nimmt nur bis {3} an.',
      types: '„{1}“ erlaubt nur Dateiarten, die nicht hochgeladen werden können: {2}.',
      fix: 'Grenze des Systems nehmen',
    },
    es: {
      size: '«{1}» promete archivos de hasta {2}, pero este sistema acepta hasta {3}.',
      types: '«{1}» solo permite tipos de archivo que no se pueden subir: {2}.',
      fix: 'Usar el límite del sistema',
    },
    fr: {
      size: '« {1} » promet des fichiers jusqu’à {2}, mais ce système accepte jusqu’à {3}.',
      types: '« {1} » ne permet que des types de fichier qui ne peuvent être envoyés : {2}.',
      fix: 'Prendre la limite du système',
    },
    el: {
      size: 'Η «{1}» υπόσχεται αρχεία έως {2}, αλλά αυτό το σύστημα δέχεται έως {3}.',
      types: 'Η «{1}» επιτρέπει μόνο τύπους αρχείων που δεν μπορούν να ανέβουν: {2}.',
      fix: 'Χρήση του ορίου του συστήματος',
    },
    nl: {
      size: '“{1}” belooft bestanden tot {2}, maar dit systeem accepteert tot {3}.',
      types: '“{1}” staat alleen bestandstypen toe die niet geüpload kunnen worden: {2}.',
      fix: 'Limiet van het systeem gebruiken',
    },
  },
  *find(form) {
    const limits = form.known.files
    for (const question of questionsOf(form)) {
      const { settings, field, at, kind } = question
      if (settings.input_type !== 'file') continue
      const types = listOf(settings.file_type).map(textOf)
      if (types.length > 0 && !types.some(isAccepted))
        yield { text: 'types', place: placeOfQuestion(question, 'default_value', 'file_type'), values: [nameOf(question), types.join(', ')] }
      const most = limits && mostKb(question, limits)
      const promised = Number(settings.max_size)
      if (most === undefined || !(promised > most)) continue
      const path = [...at, 'default_value', 'max_size']
      yield {
        text: 'size',
        place: placeOfQuestion(question, 'default_value', 'max_size'),
        values: [nameOf(question), sizeText(promised), sizeText(most)],
        ...(kind === 'question' && setFix(field.id, path, most)),
      }
    }
  },
})

/** Returns the maximum total size, in KB, of the files of one question. */
const mostKb = ({ settings }: CheckedQuestion, { fileKb, requestKb }: { fileKb: number; requestKb: number }) =>
  settings.multiple === true ? requestKb : Math.min(fileKb, requestKb)

/** Returns true if at least one kind of file that can be uploaded matches an entry of `file_type`. */
function isAccepted(entry: string): boolean {
  const wanted = entry.trim().toLowerCase()
  return isKnownFileType(wanted)
}
