import { fileURLToPath } from 'node:url'
import { type Definition, languageOf, type StartingForm, type Tag } from '@sportello/contract'
import { readBundleFile } from '../bundle/rules.ts'

/**
 * Names of the starting forms, in the order in which the dashboard offers them. Each form is a bundle in demo/gallery.
 */
export const STARTING_FORMS = [
  'contact',
  'complaint',
  'road-damage',
  'appointment',
  'reimbursement',
  'enrolment',
  'job-application',
  'event-registration',
  'satisfaction-survey',
  'gdpr-request',
  'records-access',
  'membership',
] as const

/**
 * Folder of the starting forms. The path is relative to this module, so that the server finds the folder from any
 * working directory.
 */
const FOLDER = fileURLToPath(new URL('../../../../../demo/gallery/', import.meta.url))

interface LoadedForm {
  listed: StartingForm
  /** The form definition of a starting form as JSON text, which needs a fifth of the memory of the parsed tree. */
  json: string
}

/**
 * The starting forms. The server reads their files once, when an operator first opens the gallery. If reading fails,
 * the next call reads them again.
 */
export class StartingForms {
  #loaded: Promise<ReadonlyMap<string, LoadedForm>> | undefined

  async list(): Promise<StartingForm[]> {
    return [...(await this.#forms()).values()].map(({ listed }) => listed)
  }

  /** Returns the definition of the starting form with the given name; undefined if there is none. */
  async definition(name: string): Promise<Record<string, unknown> | undefined> {
    const form = (await this.#forms()).get(name)
    return form && (JSON.parse(form.json) as Record<string, unknown>)
  }

  #forms(): Promise<ReadonlyMap<string, LoadedForm>> {
    this.#loaded ??= loadForms().catch((error: unknown) => {
      this.#loaded = undefined
      throw error
    })
    return this.#loaded
  }
}

/**
 * Reads the files of the starting forms one after the other, because parsing one file blocks the process for about 0.1
 * s.
 */
async function loadForms(): Promise<ReadonlyMap<string, LoadedForm>> {
  const forms = new Map<string, LoadedForm>()
  for (const name of STARTING_FORMS) {
    const { bundle, faults } = await readBundleFile(`${FOLDER}${name}.yaml`)
    const [definition] = bundle?.definitions ?? []
    if (!definition) throw new Error(`demo/gallery/${name}.yaml: ${faults.map(({ pointer, message }) => `${pointer} ${message}`).join('; ')}`)
    forms.set(name, { listed: { name, ...summaryOf(definition) }, json: JSON.stringify(definition) })
  }
  return forms
}

function summaryOf({ children }: Definition): Omit<StartingForm, 'name'> {
  const languages = children.flatMap((tag) => {
    const language = languageOf(tag)
    return language === undefined ? [] : [{ language, tag }]
  })
  return {
    titles: Object.fromEntries(languages.map(({ language, tag }) => [language, titleOf(tag)])),
    descriptions: Object.fromEntries(languages.map(({ language, tag }) => [language, tag.description ?? ''])),
    steps: Math.max(0, ...languages.map(({ tag }) => countSteps(tag))),
    languages: languages.map(({ language }) => language),
  }
}

/**
 * Returns the title of a starting form in the language of a language step: the heading of the step's introduction. The
 * step's own title contains only the name of the language.
 */
function titleOf(tag: Tag): string {
  const introduction = tag.form_fields.find((field) => field.type === 'HTML')
  const [, heading] = /<h3>([^<]+)<\/h3>/.exec(introduction?.value ?? '') ?? []
  return heading ?? tag.tag_description
}

function countSteps(tag: Tag): number {
  return tag.children.reduce((sum, child) => sum + countSteps(child), 1)
}
