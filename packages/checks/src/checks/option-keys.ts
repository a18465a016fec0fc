import { nameOf, placeOfQuestion, questionsOf } from '../checked-form.ts'
import { defineCheck } from '../finding.ts'
import { optionsOf } from '../options.ts'

/** Reports options that cannot be told apart or not be stored, because their keys are equal or empty. */
export const optionKeys = defineCheck({
  id: 'option-keys',
  severity: 'error',
  rule: 'The options of a question have different keys.',
  words: {
    it: { same: '«{1}»: due opzioni hanno lo stesso codice «{2}».', empty: '«{1}»: l’opzione «{2}» non ha un codice.' },
    en: { same: '“{1}”: two options have the same code “{2}”.', empty: '“{1}”: the option “{2}” has no code.' },
    de: { same: '„{1}“: Zwei Optionen haben denselben Code „{2}“.', empty: '„{1}“: Die Option „{2}“ hat keinen Code.' },
    es: { same: '«{1}»: dos opciones tienen el mismo código «{2}».', empty: '«{1}»: la opción «{2}» no tiene código.' },
    fr: { same: '« {1} » : deux options ont le même code « {2} ».', empty: '« {1} » : l’option « {2} » n’a pas de code.' },
    el: { same: '«{1}»: δύο επιλογές έχουν τον ίδιο κωδικό «{2}».', empty: '«{1}»: η επιλογή «{2}» δεν έχει κωδικό.' },
    nl: { same: '“{1}”: twee opties hebben dezelfde code “{2}”.', empty: '“{1}”: de optie “{2}” heeft geen code.' },
  },
  *find(form) {
    for (const question of questionsOf(form)) {
      const { list, key } = optionsOf(question.settings)
      const seen = new Set<string>()
      for (const option of list) {
        const place = placeOfQuestion(question, 'default_value', key)
        if (option.key === '') yield { text: 'empty', place, values: [nameOf(question), option.label] }
        else if (seen.has(option.key)) yield { text: 'same', place, values: [nameOf(question), option.key] }
        seen.add(option.key)
      }
    }
  },
})
