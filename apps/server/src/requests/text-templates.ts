import { type Answers, type Files, furtherFieldsOf, isQuestion, type Property, type Tag } from '@sportello/contract'
import { type AnswerWords, inputOf, type SelectOption } from '@sportello/fields'
import { Context, type Emitter, Liquid, type Template, toValue, toValueSync } from 'liquidjs'

/**
 * For one text, or all texts that share a budget: whatever an author asks, no other visitor waits longer than that. A text takes about one of them, and
 * some tens where it is the first of its process, on a machine that does much else.
 */
const RENDER_MS = 250

const ESCAPED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&#34;', "'": '&#39;' }

/** As Liquid's own `escape`, and the line breaks that people type stay line breaks. */
function escapeLines(value: unknown): string {
  return textOf(value)
    .replace(/[&<>"']/g, (sign) => ESCAPED[sign] ?? sign)
    .replace(/\r\n?|\n/g, '<br>')
}

/** Everything that a variable puts in is escaped; templates have no file access and bounded work. */
const engine = new Liquid({ outputEscape: escapeLines, strictFilters: true, ownPropertyOnly: true, parseLimit: 200_000, memoryLimit: 2_000_000 })
/** For subjects and plain text, where `&amp;` would be read as it stands. */
const plainEngine = new Liquid({ strictFilters: true, ownPropertyOnly: true, parseLimit: 10_000, memoryLimit: 200_000 })
/** Characters of what comes of a template: a loop makes more of it in no time than anybody could clean or send. */
const MAX_HTML = 1_000_000
const MAX_LINE = 100_000

export type TemplateVariables = Readonly<Record<string, string | null | readonly (string | Readonly<Record<string, string>>)[]>>

/** The time that the templates of one ticket, or of one preview, have among them: an author may write hundreds. */
export class TemplateBudget {
  #leftMs = RENDER_MS

  /** @throws what `work` throws; it may take what is left, in milliseconds. */
  spend<T>(work: (leftMs: number) => T): T {
    const begun = performance.now()
    try {
      return work(this.#leftMs)
    } finally {
      this.#leftMs = Math.max(0, this.#leftMs - (performance.now() - begun))
    }
  }
}

/** @throws when the template does not parse or asks too much. */
export function renderHtml(template: string, variables: TemplateVariables, budget = new TemplateBudget()): string {
  return rendered(engine, template, variables, budget)
}

function rendered(by: Liquid, template: string, variables: TemplateVariables, budget: TemplateBudget): string {
  return budget.spend((renderLimit) => {
    if (renderLimit === 0) throw new Error('template render limit exceeded')
    const templates = parsed(by, template)
    const context = new Context(variables, by.options, { sync: true, renderLimit }, { liquid: by })
    return toValueSync(by.renderer.renderTemplates(templates, context, new BoundedText(by === engine ? MAX_HTML : MAX_LINE)) as Generator<unknown, string>)
  })
}

class BoundedText implements Emitter {
  buffer = ''
  readonly #max: number

  constructor(max: number) {
    this.#max = max
  }

  write(value: unknown): void {
    this.buffer += textOf(value)
    if (this.buffer.length > this.#max) throw new Error('output limit exceeded')
  }
}

/** As Liquid writes a value. */
function textOf(value: unknown): string {
  const plain: unknown = toValue(value)
  return Array.isArray(plain) ? plain.map(textOf).join('') : String(plain ?? '')
}

/** Parsed templates by their source: a deployment has tens, and each is used for every mail. */
const known = new Map<string, Template[]>()
const MAX_KNOWN = 500

function parsed(by: Liquid, template: string): Template[] {
  const key = `${by === engine ? 'html' : 'line'}\n${template}`
  const found = known.get(key) ?? by.parse(template)
  if (known.size >= MAX_KNOWN) known.clear()
  known.set(key, found)
  return found
}

/** One line of plain text: line breaks, which would start a new header in a mail, become blanks. @throws as `renderHtml`. */
export function renderLine(template: string, variables: TemplateVariables, budget = new TemplateBudget()): string {
  return rendered(plainEngine, template, variables, budget)
    .replace(/[\r\n\t]+/g, ' ')
    .trim()
}

/** The variables that a template reads from outside of itself, by their first names. @throws when it does not parse. */
export function variablesIn(template: string): string[] {
  return engine.globalVariablesSync(template)
}

/** Why a template cannot be used, or undefined. */
export function templateError(template: string): string | undefined {
  try {
    engine.parse(template)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/**
 * The answers by property code, those of the last step's further questions too, as people read them: labels of options, local dates and
 * numbers (wire contract, "Texts").
 * @param optionsOf the options of a question that has none of its own, where they are known
 */
export function answerTexts(
  path: readonly Tag[],
  answers: Answers,
  files: Files,
  words: AnswerWords,
  optionsOf: (property: Property) => readonly SelectOption[] | undefined,
): Record<string, string> {
  const texts: Record<string, string> = {}
  for (const field of [...path.flatMap((tag) => tag.form_fields).filter(isQuestion), ...furtherFieldsOf(path.at(-1))]) {
    const { property_code: code, default_value: settings } = field.value
    const input = inputOf(settings.input_type)
    const answer = settings.input_type === 'file' ? (files[code] ?? []) : answers[code]
    const options = optionsOf(field.value)
    const known = options ? { ...settings, options } : settings
    texts[code] = answer !== undefined && answer !== null && input.accepts(answer) ? input.text(answer, known, words) : ''
  }
  return texts
}
