import { formField, rootContent, stepContent } from '@sportello/contract/schemas'
import { z } from 'zod'
import { type CheckedField, type CheckedStep, placeOfField, placeOfStep } from '../checked-form.ts'
import { defineCheck } from '../finding.ts'

const schemas = { step: z.strictObject(stepContent), root: z.strictObject(rootContent) }
/** Keys of texts that this check ignores, because the check `empty-label` reports them. */
const TEXTS = new Set(['tag_description', 'property_description', 'label', 'title'])
/**
 * Cache of the paths to invalid settings, keyed by content object. The editor creates a new content object for each
 * changed step or field, so the cached results stay valid.
 */
const known = new WeakMap<object, string[][]>()

/** Reports settings that are missing or that have a value which the form's schema does not allow. */
export const incomplete = defineCheck({
  id: 'incomplete',
  severity: 'error',
  rule: 'Every step and field has the settings that it needs, with allowed values.',
  words: {
    it: { setting: 'L’impostazione «{1}» manca o non ha un valore ammesso.' },
    en: { setting: 'The setting “{1}” is missing or its value is not allowed.' },
    de: { setting: 'Die Einstellung „{1}“ fehlt oder hat keinen erlaubten Wert.' },
    es: { setting: 'El ajuste «{1}» falta o no tiene un valor permitido.' },
    fr: { setting: 'Le réglage « {1} » manque ou n’a pas de valeur permise.' },
    el: { setting: 'Η ρύθμιση «{1}» λείπει ή δεν έχει επιτρεπτή τιμή.' },
    nl: { setting: 'De instelling “{1}” ontbreekt of heeft geen toegestane waarde.' },
  },
  *find({ steps, root }) {
    for (const step of steps) {
      for (const path of wrongInStep(step, step === root)) yield { text: 'setting', place: placeOfStep(step, ...path), values: [path.join('.')] }
      for (const field of step.fields)
        for (const path of wrongInField(field)) yield { text: 'setting', place: placeOfField(field, ...path), values: [path.join('.')] }
    }
  },
})

const wrongInStep = ({ content }: CheckedStep, isRoot: boolean) => wrongIn(content, () => (isRoot ? schemas.root : schemas.step).safeParse(content).error)
const wrongInField = ({ content }: CheckedField) => wrongIn(content, () => formField.safeParse(content).error)

function wrongIn(content: object, parse: () => z.ZodError | undefined): string[][] {
  const paths =
    known.get(content) ?? (parse()?.issues ?? []).map(({ path }) => path.map(String)).filter((path) => !TEXTS.has(path.at(-1) ?? '') && !isOptionText(path))
  known.set(content, paths)
  return paths
}

/**
 * Returns true if a path leads to the text of an option. This check ignores such texts, because the check `empty-label`
 * reports them.
 */
const isOptionText = (path: readonly string[]) => path.at(-1) === 'value' && ['options', 'checkboxes', 'items'].includes(path.at(-3) ?? '')
