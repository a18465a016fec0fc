import {
  type Answers,
  checkRequest,
  checkTerms,
  type Definition,
  effectiveAnswers,
  type Files,
  furtherFieldsOf,
  isLast,
  isQuestion,
  type Question,
  type QuestionField,
  questionOf,
  ROOT_ID,
  type Tag,
  type TagNode,
  termsOf,
  walkTree,
} from '@sportello/contract'
import type { CheckContext } from '@sportello/fields'
import type { Finding, Place } from '../finding.ts'
import { answersOfPerson } from './person.ts'
import { type Samples, samplesOf } from './samples.ts'
import { walkCheck } from './walk-words.ts'

/** A generated request in the format in which a visitor would submit it from a last step of the form. */
export interface MadeRequest {
  node: TagNode
  answers: Answers
  files: Files
  size: 'smallest' | 'largest'
}

/** Result of the check that tries every path through the steps of a form. */
export interface WalkReport {
  steps: number
  /** Number of last steps. Each last step is the end of one path. */
  paths: number
  /** Number of requests that were tested. */
  tried: number
  accepted: number
  /**
   * Number of requests that were rejected because of an invalid answer, keyed by the code of the rule that rejected
   * them.
   */
  refused: Readonly<Record<string, number>>
  findings: readonly Finding[]
}

export interface WalkProgress {
  done: number
  steps: number
}

interface WalkOptions {
  context: CheckContext
  /**
   * Called with each request that the rules accept. Returns `summary` if the server cannot create the summary of the
   * request.
   */
  onRequest?: (request: MadeRequest) => 'summary' | undefined
}

type Text = 'unanswerable' | 'rejected' | 'accepted' | 'unshown' | 'summary'

/** Returns the finding for a step that the server cannot show. */
export function unshownStep({ tag }: TagNode): Finding {
  return findingOf('unshown', placeOf(tag), [tag.tag_description])
}

/** Number of steps between two progress reports. */
const PROGRESS_STEPS = 50

/**
 * Tests every path through the steps of a definition, which must have ids. For each path it generates a smallest and a
 * largest request, and checks both by the rules of a real submission. Then it tests one invalid answer for each
 * question, and leaves out each required answer once.
 */
export function* walkForm(definition: Definition, options: WalkOptions): Generator<WalkProgress, WalkReport> {
  const nodes = [...walkTree(definition)]
  const walker = new Walker(options)
  for (const [done, node] of nodes.entries()) {
    if (done % PROGRESS_STEPS === 0) yield { done, steps: nodes.length }
    walker.visit(node)
  }
  return { steps: nodes.length, ...walker.report }
}

interface Asked {
  field: QuestionField
  step: Tag
  question: Question
  samples: Samples
}

class Walker {
  readonly report = { paths: 0, tried: 0, accepted: 0, refused: {} as Record<string, number>, findings: [] as Finding[] }
  readonly #options: WalkOptions
  /** Cache of the questions of each step. A step is part of many paths, but is processed only once. */
  readonly #asked = new Map<Tag, readonly Asked[]>()
  /** Questions for which an invalid answer has already been tested. */
  readonly #tried = new Set<QuestionField>()
  readonly #added = new Set<string>()

  constructor(options: WalkOptions) {
    this.#options = options
  }

  visit(node: TagNode): void {
    if (!isLast(node.tag)) return
    this.report.paths += 1
    const asked = [...node.path.flatMap((tag) => this.#questionsOf(tag)), ...this.#furtherOf(node.tag)]
    const smallest = this.#send(node, asked, 'smallest')
    this.#send(node, asked, 'largest')
    if (smallest) this.#sendWrong(node, asked, smallest)
  }

  #questionsOf(tag: Tag): readonly Asked[] {
    const known = this.#asked.get(tag)
    if (known) return known
    const asked = tag.form_fields.filter(isQuestion).map((field) => this.#ask(field, tag))
    this.#asked.set(tag, asked)
    return asked
  }

  #furtherOf(tag: Tag): Asked[] {
    return furtherFieldsOf(tag).map((field) => this.#ask(field, tag))
  }

  #ask(field: QuestionField, step: Tag): Asked {
    const question = questionOf(field)
    return { field, step, question, samples: samplesOf(question, this.#options.context) }
  }

  /**
   * Tests a request with valid answers.
   * @returns the request, or undefined if the rules rejected it
   */
  #send(node: TagNode, asked: readonly Asked[], size: MadeRequest['size']): MadeRequest | undefined {
    const request = requestOf(node, asked, { size, person: answersOfPerson(asked, this.#options.context) })
    const faults = this.#judge(request, asked)
    if (faults.length > 0) {
      for (const { field } of faults) this.#report(asked, field)
      return undefined
    }
    this.report.accepted += 1
    const fault = this.#options.onRequest?.(request)
    if (fault) this.#add(fault, placeOf(node.tag), [node.tag.tag_description])
    return request
  }

  #sendWrong(node: TagNode, asked: readonly Asked[], { answers, files }: MadeRequest): void {
    for (const each of asked) {
      if (this.#tried.has(each.field) || !isOpen(each.question)) continue
      this.#tried.add(each.field)
      const wrong = [...(each.samples.wrong ? [each.samples.wrong.answer] : []), ...(each.question.required ? [undefined] : [])]
      for (const answer of wrong) {
        const given = withAnswer({ node, answers, files, size: 'smallest' }, each.question, answer)
        const [first] = this.#judge(given, asked).filter(({ field }) => field === each.question.property.property_code)
        if (first) this.report.refused[first.issue.code] = (this.report.refused[first.issue.code] ?? 0) + 1
        else this.#add('accepted', placeOf(each.step, each.field), [nameOf(each)])
      }
    }
  }

  /** Checks a request by the rules of a real submission. All terms in the steps of the path are accepted. */
  #judge({ node, answers, files }: MadeRequest, asked: readonly Asked[]) {
    this.report.tried += 1
    const terms = termsOf(node.path)
    const accepted = terms.map(({ id = '' }) => id)
    const questions = asked.map(({ question }) => question)
    return [...checkRequest(questions, answers, files, this.#options.context), ...checkTerms(terms, accepted)]
  }

  /** A request with valid answers was rejected. Reports the question that caused this, but each question only once. */
  #report(asked: readonly Asked[], code: string): void {
    const found = asked.find(({ question }) => question.property.property_code === code)
    if (!found) return
    this.#add(found.samples.smallest === undefined ? 'unanswerable' : 'rejected', placeOf(found.step, found.field), [nameOf(found)])
  }

  /** Reports a problem only once, although both the smallest and the largest request may have it. */
  #add(text: Text, place: Place, values: readonly string[]): void {
    const key = `${text} ${place.step} ${place.field ?? ''}`
    if (this.#added.has(key)) return
    this.#added.add(key)
    this.report.findings.push(findingOf(text, place, values))
  }
}

function findingOf(text: Text, place: Place, values: readonly string[]): Finding {
  return { check: walkCheck.id, severity: text === 'unanswerable' ? 'hint' : walkCheck.severity, text, values, place }
}

const nameOf = ({ question: { property } }: Asked) => property.property_description || property.property_code
const isFile = ({ property }: Question) => property.default_value.input_type === 'file'
/** Returns true if visitors answer the question themselves. */
const isOpen = ({ hidden, readonly }: Question) => !hidden && readonly !== 'LOCKED'

function placeOf(step: Pick<Tag, 'id'>, field?: QuestionField): Place {
  return { step: step.id ?? ROOT_ID, ...(field?.id !== undefined && { field: field.id }), path: [] }
}

/**
 * Generates a request for a path. The smallest request answers only required questions, the largest request all
 * questions. Known data about the visitor are generated in the same way as answers.
 */
function requestOf(node: TagNode, asked: readonly Asked[], { size, person }: { size: MadeRequest['size']; person: ReadonlyMap<string, unknown> }): MadeRequest {
  const answerOf = ({ question, samples }: Asked) => person.get(question.property.property_code) ?? samples[size]
  const known = Object.fromEntries(asked.flatMap((each) => (each.question.mapping === undefined ? [] : [[each.question.mapping, answerOf(each)]])))
  const wanted = asked.filter(({ question }) => size === 'largest' || question.required)
  const pairs = wanted
    .map((each) => [each.question.property.property_code, answerOf(each), isFile(each.question)] as const)
    .filter(([, value]) => value !== undefined)
  const given = Object.fromEntries(pairs.flatMap(([code, value, file]) => (file ? [] : [[code, value]])))
  const files = Object.fromEntries(pairs.flatMap(([code, value, file]) => (file ? [[code, value]] : []))) as Files
  return {
    node,
    size,
    files,
    answers: effectiveAnswers(
      asked.map(({ question }) => question),
      given,
      known,
    ),
  }
}

function withAnswer(request: MadeRequest, question: Question, answer: unknown): MadeRequest {
  const code = question.property.property_code
  const key = isFile(question) ? 'files' : 'answers'
  const { [code]: _before, ...others } = request[key]
  return { ...request, [key]: answer === undefined ? others : { ...others, [code]: answer } }
}
