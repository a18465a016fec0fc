import { isLanguage } from '@sportello/contract'
import { type CheckedStep, languageCode, nameOfStep, placeOfStep } from '../checked-form.ts'
import { defineCheck, languageValue } from '../finding.ts'

/** Reports errors in a form's language steps, because of which visitors cannot select a language. */
export const languageSteps = defineCheck({
  id: 'language-steps',
  severity: 'error',
  rule: 'A form in several languages has one branch with steps for each, and no other branch beside them.',
  words: {
    it: {
      nameless: '«{1}» è una lingua, ma non dice quale.',
      unknown: '«{1}» è in una lingua che la pagina non conosce: {2}.',
      twice: 'La lingua {2} c’è due volte; la seconda è «{1}».',
      empty: 'La lingua «{1}» non ha passi.',
      beside: '«{1}» sta accanto alle lingue, ma non è di nessuna.',
      deep: '«{1}» è una lingua, ma non sta in cima al form.',
    },
    en: {
      nameless: '“{1}” is a language, but does not say which.',
      unknown: '“{1}” is in a language that the page does not know: {2}.',
      twice: 'The language {2} exists twice; the second is “{1}”.',
      empty: 'The language “{1}” has no steps.',
      beside: '“{1}” stands beside the languages, but belongs to none.',
      deep: '“{1}” is a language, but does not stand at the top of the form.',
    },
    de: {
      nameless: '„{1}“ ist eine Sprache, sagt aber nicht welche.',
      unknown: '„{1}“ ist in einer Sprache, die die Seite nicht kennt: {2}.',
      twice: 'Die Sprache {2} gibt es zweimal; die zweite ist „{1}“.',
      empty: 'Die Sprache „{1}“ hat keine Schritte.',
      beside: '„{1}“ steht neben den Sprachen, gehört aber zu keiner.',
      deep: '„{1}“ ist eine Sprache, steht aber nicht oben im Formular.',
    },
    es: {
      nameless: '«{1}» es un idioma, pero no dice cuál.',
      unknown: '«{1}» está en un idioma que la página no conoce: {2}.',
      twice: 'El idioma {2} está dos veces; el segundo es «{1}».',
      empty: 'El idioma «{1}» no tiene pasos.',
      beside: '«{1}» está junto a los idiomas, pero no es de ninguno.',
      deep: '«{1}» es un idioma, pero no está al principio del formulario.',
    },
    fr: {
      nameless: '« {1} » est une langue, mais ne dit pas laquelle.',
      unknown: '« {1} » est dans une langue que la page ne connaît pas : {2}.',
      twice: 'La langue {2} existe deux fois ; la seconde est « {1} ».',
      empty: 'La langue « {1} » n’a pas d’étapes.',
      beside: '« {1} » est à côté des langues, mais n’appartient à aucune.',
      deep: '« {1} » est une langue, mais n’est pas en haut du formulaire.',
    },
    el: {
      nameless: 'Το «{1}» είναι γλώσσα, αλλά δεν λέει ποια.',
      unknown: 'Το «{1}» είναι σε γλώσσα που η σελίδα δεν γνωρίζει: {2}.',
      twice: 'Η γλώσσα {2} υπάρχει δύο φορές· η δεύτερη είναι «{1}».',
      empty: 'Η γλώσσα «{1}» δεν έχει βήματα.',
      beside: 'Το «{1}» είναι δίπλα στις γλώσσες, αλλά δεν ανήκει σε καμία.',
      deep: 'Το «{1}» είναι γλώσσα, αλλά δεν είναι στην κορυφή της φόρμας.',
    },
    nl: {
      nameless: '“{1}” is een taal, maar zegt niet welke.',
      unknown: '“{1}” is in een taal die de pagina niet kent: {2}.',
      twice: 'De taal {2} is er twee keer; de tweede is “{1}”.',
      empty: 'De taal “{1}” heeft geen stappen.',
      beside: '“{1}” staat naast de talen, maar hoort bij geen ervan.',
      deep: '“{1}” is een taal, maar staat niet bovenaan het formulier.',
    },
  },
  *find({ root, steps }) {
    for (const step of steps)
      if (isMarked(step) && step.parent !== root) yield { text: 'deep', place: placeOfStep(step, 'tag_type'), values: [nameOfStep(step)] }
    const marked = root.children.filter(isMarked)
    if (marked.length === 0) return
    const seen = new Set<string>()
    for (const step of root.children) {
      const code = codeOf(step)
      if (!isMarked(step)) yield { text: 'beside', place: placeOfStep(step), values: [nameOfStep(step)] }
      else if (code === '') yield { text: 'nameless', place: placeOfStep(step, 'params'), values: [nameOfStep(step)] }
      else if (!isLanguage(code)) yield { text: 'unknown', place: placeOfStep(step, 'params'), values: [nameOfStep(step), languageValue(code)] }
      else if (seen.has(code)) yield { text: 'twice', place: placeOfStep(step, 'params'), values: [nameOfStep(step), languageValue(code)] }
      else if (step.children.length === 0 && step.fields.every(({ questions }) => questions.length === 0))
        yield { text: 'empty', place: placeOfStep(step), values: [nameOfStep(step)] }
      seen.add(code)
    }
  },
})

const isMarked = ({ content }: CheckedStep) => content.tag_type === 'FORM_LANG'
const codeOf = ({ content }: CheckedStep) => languageCode(content)
