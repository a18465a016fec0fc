import { Context, type Emitter, Liquid, type Template, toValue, toValueSync } from 'liquidjs'

/**
 * Maximum time in milliseconds for which rendering may block the process. Applies to one template, or to several
 * templates together if they share a limit. Measured: a text takes about 1 ms; the first text of a process on a busy
 * machine takes some tens of milliseconds.
 */
const RENDER_MS = 250

const ESCAPED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&#34;', "'": '&#39;' }

/** Escapes HTML in the value of a template variable as Liquid's `escape` does, and converts line breaks to `<br>`. */
function escapeLines(value: unknown): string {
  return textOf(value)
    .replace(/[&<>"']/g, (sign) => ESCAPED[sign] ?? sign)
    .replace(/\r\n?|\n/g, '<br>')
}

/**
 * Liquid template engine for HTML: escapes the output of every variable, has no file access, and limits time, memory
 * and template size. `jsTruthy` makes a condition on an empty answer false (decision 0065).
 */
const engine = new Liquid({
  jsTruthy: true,
  outputEscape: escapeLines,
  strictFilters: true,
  ownPropertyOnly: true,
  parseLimit: 200_000,
  memoryLimit: 2_000_000,
})
/** Liquid template engine for mail subjects and plain text, without HTML escapes. */
const plainEngine = new Liquid({ jsTruthy: true, strictFilters: true, ownPropertyOnly: true, parseLimit: 10_000, memoryLimit: 200_000 })
/**
 * Maximum number of characters that a template may produce. Without a limit, a loop could produce more than the server
 * can sanitise or send.
 */
const MAX_HTML = 1_000_000
const MAX_LINE = 100_000

export type TemplateVariables = Readonly<Record<string, string | null | readonly (string | Readonly<Record<string, string>>)[]>>

/**
 * The time limit that all templates of one ticket or one preview share. It exists because an author may write hundreds
 * of templates.
 */
export class TemplateBudget {
  #leftMs = RENDER_MS

  /**
   * Calls `work` with the remaining rendering time in milliseconds, which all templates of a ticket or preview share.
   * Then
   * subtracts the time that `work` took.
   * @throws the error of `work`.
   */
  spend<T>(work: (leftMs: number) => T): T {
    const begun = performance.now()
    try {
      return work(this.#leftMs)
    } finally {
      this.#leftMs = Math.max(0, this.#leftMs - (performance.now() - begun))
    }
  }
}

/** Renders a Liquid template as HTML. @throws if the template has a syntax error or exceeds a limit. */
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

/** Converts the value of a template variable to text as Liquid does. */
function textOf(value: unknown): string {
  const plain: unknown = toValue(value)
  return Array.isArray(plain) ? plain.map(textOf).join('') : String(plain ?? '')
}

/**
 * Cache of parsed Liquid templates, keyed by source text. A deployment has tens of templates and uses them again and
 * again.
 */
const known = new Map<string, Template[]>()
const MAX_KNOWN = 500

function parsed(by: Liquid, template: string): Template[] {
  const key = `${by === engine ? 'html' : 'line'}\n${template}`
  const found = known.get(key) ?? by.parse(template)
  if (known.size >= MAX_KNOWN) known.clear()
  known.set(key, found)
  return found
}

/**
 * Renders a Liquid template as one line of plain text. Replaces line breaks by spaces, because a line break would start
 * a new mail header.
 * @throws like `renderHtml`.
 */
export function renderLine(template: string, variables: TemplateVariables, budget = new TemplateBudget()): string {
  return rendered(plainEngine, template, variables, budget)
    .replace(/[\r\n\t]+/g, ' ')
    .trim()
}

/**
 * Returns the names of the variables that a Liquid template uses but does not define itself.
 * @throws if the template has a syntax error.
 */
export function variablesIn(template: string): string[] {
  return engine.globalVariablesSync(template)
}

/** Returns the message of a Liquid template's syntax error; undefined if the template has none. */
export function templateError(template: string): string | undefined {
  try {
    engine.parse(template)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
