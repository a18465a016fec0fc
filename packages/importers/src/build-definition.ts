import { type Definition, type FormField, type Language, MAX_TREE_DEPTH, type Tag } from '@sportello/contract'
import { Codes } from './codes.ts'
import { type PlannedStep, planSteps } from './layout.ts'
import { MAX_HTML, MAX_LABEL } from './limits.ts'
import type { ImportNote, Notes } from './notes.ts'
import { bounded, type RenderContext, renderField } from './render-field.ts'
import type { SourceForm, SourceQuestion } from './source-form.ts'
import { escapeHtml, lacksLanguage, paragraphs, type SourceText, textIn } from './source-text.ts'

/** An imported form, with notes about the parts that the importer has changed or left out. */
export interface Imported {
  definition: Definition
  notes: ImportNote[]
}

/** Names of the languages, as visitors see them. Each name is written in its own language. */
const LANGUAGE_TITLES: Readonly<Record<Language, string>> = {
  it: 'Italiano',
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  el: 'Ελληνικά',
  nl: 'Nederlands',
}

/**
 * Builds a form definition from the form of another product. If the form has several languages, there is a tree of
 * steps below each language step; otherwise a single tree.
 */
export function buildDefinition(form: SourceForm, notes: Notes): Imported {
  const several = form.languages.length > 1
  const plan = planSteps(form.sections, several ? MAX_TREE_DEPTH - 1 : MAX_TREE_DEPTH)
  noteQuestions(form, notes)
  if (plan) noteSteps(plan, notes)
  if (textIn(form.title, undefined).trim() === '') notes.add('', 'label_missing', form.code || 'form')
  if (!form.sections.some(({ entries }) => entries.some(({ kind }) => kind === 'question'))) notes.add('', 'no_questions')
  const codes = new Codes()
  const title = bounded(textIn(form.title, form.languages[0]).trim(), MAX_LABEL, '', notes)
  const code_tag = form.code.trim() === '' ? codes.fromTitle(title, 'form') : codes.fromName(form.code, 'form')
  const root = { code_tag, tag_description: title || code_tag, form_params: title === '' ? {} : { form_title: title } }
  const propertyCodes = codesOfQuestions(form, notes)
  const writer = (language: Language | undefined) => new TreeWriter({ language, codeOf: (question) => propertyCodes.get(question) ?? 'question', notes }, codes)
  if (!several) {
    const { form_fields, children } = writer(form.languages[0]).write(plan, form, undefined)
    return { definition: { ...root, form_fields, children }, notes: notes.list() }
  }
  const twins = new Map<PlannedStep, string>()
  const children = form.languages.map((language) => languageStep(language, writer(language), { form, plan, codes, twins }))
  noteTranslations(form, notes)
  return { definition: { ...root, form_fields: [], children }, notes: notes.list() }
}

interface Branch {
  form: SourceForm
  plan: PlannedStep | undefined
  codes: Codes
  twins: Map<PlannedStep, string>
}

function languageStep(language: Language, writer: TreeWriter, { form, plan, codes, twins }: Branch): Tag {
  const code_tag = codes.fromName(language, language)
  const twin = plan && twins.get(plan)
  if (plan && twin === undefined) twins.set(plan, code_tag)
  return {
    code_tag,
    id: code_tag,
    ...(twin !== undefined && { twin_of: twin }),
    tag_description: LANGUAGE_TITLES[language],
    tag_type: 'FORM_LANG',
    params: [{ params_type: 'FORM_LANG', lang_code: language }],
    ...writer.write(plan, form, { twins, id: code_tag, twin }),
  }
}

/**
 * Ids of the steps of an imported form with several languages. `twins` maps each step to the id of the same step in the
 * first language.
 */
interface Ids {
  twins: Map<PlannedStep, string>
  id: string
  twin: string | undefined
}

/** Writes the planned steps of an imported form in one language. */
class TreeWriter {
  readonly #context: RenderContext
  readonly #codes: Codes

  constructor(context: RenderContext, codes: Codes) {
    this.#context = context
    this.#codes = codes
  }

  /**
   * Returns the fields and child steps of the first step. This step begins with the description of the form and the
   * title of the form's first page.
   */
  write(plan: PlannedStep | undefined, form: SourceForm, ids: Ids | undefined): Pick<Tag, 'form_fields' | 'children'> {
    const intro = textIn(form.description, this.#context.language).trim()
    const title = textIn(form.title, this.#context.language).trim()
    const heading = textIn(plan?.title, this.#context.language).trim()
    const html = [paragraphs(intro), heading === '' || heading === title ? '' : `<h3>${escapeHtml(heading)}</h3>`].join('')
    const block: FormField = { type: 'HTML', ordering: 1, value: bounded(html, MAX_HTML, '', this.#context.notes) }
    const fields = plan ? this.#fields(plan, ids) : []
    return { form_fields: html === '' ? fields : [block, ...fields], children: plan ? this.#children(plan, ids) : [] }
  }

  #fields({ entries }: PlannedStep, ids: Ids | undefined): FormField[] {
    return entries.map(({ entry, optional }, at) => ({
      ...renderField(entry, optional, (at + 1) * 10, this.#context),
      ...(ids && { id: `${ids.id}.${at}` }),
      ...(ids?.twin !== undefined && { twin_of: `${ids.twin}.${at}` }),
    }))
  }

  #children(step: PlannedStep, ids: Ids | undefined): Tag[] {
    return step.children.map((child) => this.#step(child, ids))
  }

  #step(step: PlannedStep, above: Ids | undefined): Tag {
    const { language, notes } = this.#context
    const title = bounded(textIn(step.title, language).trim(), MAX_LABEL, step.name, notes)
    const code_tag = this.#codes.fromTitle(step.name || title, 'step')
    const twin = above?.twins.get(step)
    if (twin === undefined) above?.twins.set(step, code_tag)
    const ids = above && { twins: above.twins, id: code_tag, twin }
    return {
      code_tag,
      ...(ids && { id: code_tag }),
      ...(twin !== undefined && { twin_of: twin }),
      tag_description: title || step.name.slice(0, MAX_LABEL).toWellFormed().trim() || code_tag,
      form_fields: this.#fields(step, ids),
      children: this.#children(step, ids),
    }
  }
}

/** Assigns to each question of the imported form a code that is unique in the form. */
function codesOfQuestions(form: SourceForm, notes: Notes): Map<SourceQuestion, string> {
  const codes = new Codes()
  return new Map(
    questionsOf(form).map((question) => {
      const code = codes.fromName(question.name, 'question')
      if (code !== question.name && question.name !== '') notes.add(question.place, 'code_changed', question.name, code)
      return [question, code]
    }),
  )
}

const questionsOf = ({ sections }: SourceForm): SourceQuestion[] =>
  sections.flatMap(({ entries }) => entries.filter((entry): entry is SourceQuestion => entry.kind === 'question'))

function noteQuestions(form: SourceForm, notes: Notes): void {
  for (const { place, name, label, hidden } of questionsOf(form)) {
    if (!hidden && textIn(label, undefined).trim() === '') notes.add(place, 'label_missing', name)
  }
}

function noteSteps(step: PlannedStep, notes: Notes): void {
  for (const { place, text } of step.open) notes.add(place, 'condition', text)
  if (step.decidedBy) notes.add(step.decidedBy.place, 'branch', textIn(step.decidedBy.label, undefined) || step.decidedBy.name)
  if (step.joined > 0) notes.add('', 'steps_merged', String(MAX_TREE_DEPTH))
  for (const child of step.children) {
    if (textIn(child.title, undefined).trim() === '') notes.add(child.name, 'label_missing', child.name || 'step')
    noteSteps(child, notes)
  }
}

function noteTranslations(form: SourceForm, notes: Notes): void {
  const texts = form.sections.flatMap(({ title, entries }) => [title, ...entries.flatMap(textsOf)])
  for (const language of form.languages) {
    const missing = texts.filter((text) => lacksLanguage(text, language, form.defaultLanguage)).length
    if (missing > 0) notes.add('', 'translation_missing', LANGUAGE_TITLES[language], String(missing))
  }
}

function textsOf(entry: SourceForm['sections'][number]['entries'][number]): (SourceText | undefined)[] {
  if (entry.kind === 'block') return [entry.html]
  const choices = 'choices' in entry.input ? entry.input.choices.map(({ label }) => label) : []
  return [entry.label, entry.help, entry.placeholder, ...choices]
}
