import { isHeld, type OpenedDraft, type SavedFile, wireAnswer } from '@sportello/contract'
import { inputOf } from '@sportello/fields'
import { type Customer, todayOf } from '../../catalogue/customers/rules.ts'
import { matches, needsSignIn, type PublishedDefinition } from '../../catalogue/definitions/rules.ts'
import type { SavedContent } from '../../requests/saved-drafts/rules.ts'
import { type DraftQuestion, draftQuestions, stepOf } from './draft-questions.ts'

type Fitted = Pick<OpenedDraft, 'code_tag' | 'shown' | 'files' | 'is_changed' | 'dropped' | 'added' | 'lost_step'>

/** Maximum number of new questions that the page names. */
const NAMED = 20

/**
 * Returns a saved draft as far as it fits the live version of the form. Steps and questions are found by their ids, which a
 * renamed one keeps, and then by their codes. Everything that no longer fits is named by its label in the saved version.
 * @param saved the version in which the visitor saved the draft; undefined if it no longer exists
 */
export function fitDraft(customer: Customer, saved: PublishedDefinition | undefined, content: SavedContent, language: string): Fitted {
  const live = customer.published
  if (!saved || (saved.codeTag === live.codeTag && saved.version === live.version)) {
    const { code_tag, shown, files } = content
    const exists = live.nodes.has(code_tag)
    return { code_tag: exists ? code_tag : live.codeTag, shown, files, is_changed: false, dropped: [], added: [], lost_step: null }
  }
  const savedPath = saved.nodes.get(content.code_tag)?.path ?? []
  const at = savedPath.map((tag) => ({ tag, node: stepOf(live, tag) })).findLast(({ node }) => node && !needsSignIn(node))
  const livePath = at?.node?.path ?? live.nodes.get(live.codeTag)?.path ?? []
  const before = draftQuestions(saved, savedPath)
  const now = draftQuestions(live, livePath)
  const byId = new Map([...now.values()].flatMap((each) => (each.id === undefined ? [] : [[each.id, each] as const])))
  const counterpart = ({ id, code }: DraftQuestion) => (id === undefined ? undefined : byId.get(id)) ?? now.get(code)
  const dropped = new Set<string>()
  const shown: Record<string, unknown> = {}
  for (const [code, value] of Object.entries(content.shown)) {
    const question = before.get(code)
    if (!question || wireAnswer(question.question, value, language, todayOf(customer)) === undefined) continue
    const to = counterpart(question)
    const fitting = to && fittingValue(customer, question, to, value, language)
    if (to && fitting !== undefined && !Object.hasOwn(shown, to.code)) shown[to.code] = fitting
    else dropped.add(question.label)
  }
  const files: SavedFile[] = []
  for (const file of content.files) {
    const question = before.get(file.property_code)
    const to = question && counterpart(question)
    if (to && takesFile(customer, to, file)) files.push({ ...file, property_code: to.code })
    else dropped.add(question?.label ?? file.name)
  }
  const known = new Set([...before.values()].flatMap((each) => counterpart(each)?.code ?? []))
  const added = [...now.values()].filter(({ code, isOnPath, question }) => isOnPath && !known.has(code) && !isHeld(question, {}))
  const last = savedPath.at(-1)
  return {
    code_tag: livePath.at(-1)?.code_tag ?? live.codeTag,
    shown,
    files,
    is_changed: true,
    dropped: [...dropped],
    added: added.slice(0, NAMED).map(({ label }) => label),
    lost_step: last && at?.tag !== last ? last.tag_description : null,
  }
}

/**
 * Returns the value that the control of the live question shows; undefined if the question does not take the answer. A wrong
 * answer is kept, because its control says what is wrong; one whose option no longer exists is not, because no control shows it.
 */
function fittingValue(customer: Customer, from: DraftQuestion, to: DraftQuestion, value: unknown, language: string): unknown {
  const today = todayOf(customer)
  const settings = to.question.property.default_value
  const input = inputOf(settings.input_type)
  if (settings.input_type === 'file' || isHeld(to.question, {})) return undefined
  const answer = wireAnswer(from.question, value, language, today)
  const hasType = input.accepts(answer)
  const isSame = from.question.property.default_value.input_type === settings.input_type
  if (!hasType) return isSame ? value : undefined
  const issues = input.check(answer, settings, { today, matches })
  if (issues.some(({ code }) => code === 'opzione_non_valida')) return undefined
  if (isSame) return value
  return input.show ? input.show(answer, language, settings) : answer
}

function takesFile(customer: Customer, { question }: DraftQuestion, { name, size, media_type: type }: SavedFile): boolean {
  const settings = question.property.default_value
  if (settings.input_type !== 'file' || question.hidden) return false
  const input = inputOf('file')
  const files = [{ name, size, type }]
  return input.accepts(files) && input.check(files, settings, { today: todayOf(customer), matches }).length === 0
}
