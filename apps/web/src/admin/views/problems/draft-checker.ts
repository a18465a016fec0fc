import type { DraftNode, Language, Surroundings } from '@sportello/contract'
import { whenIdle } from '../../../shared/when-idle.ts'
import type { DraftStore } from '../editor/draft-store.ts'
import type { CheckTask, Problem } from './check-messages.ts'
import workerUrl from './check-worker.ts?worker&url'

/** The first check of a draft waits this many milliseconds at most for the page to be idle. */
const FIRST_CHECK_MS = 2_000

/** Delay in milliseconds between the last change of the draft and its check. */
const SETTLED_MS = 200

interface UrlPolicy {
  createScriptURL: (url: string) => string
}
const { trustedTypes } = globalThis as { trustedTypes?: { createPolicy: (name: string, rules: UrlPolicy) => UrlPolicy } }
/**
 * URL of the worker's script, marked as trusted by the Trusted Types policy `check-worker`. The page's content security
 * policy rejects URLs without this mark.
 */
const trustedUrl = trustedTypes?.createPolicy('check-worker', { createScriptURL: () => workerUrl }).createScriptURL('') ?? workerUrl

export interface CheckListener {
  onProblems: (problems: readonly Problem[]) => void
  /** Called if the worker could not be started or has failed. */
  onFailure: () => void
}

/**
 * Checks the open draft in a web worker, shortly after each change. The worker receives only what has changed.
 * @returns a function that stops the checks
 */
export function checkDraft(draft: DraftStore, known: Surroundings, language: Language, { onProblems, onFailure }: CheckListener): () => void {
  const worker = new Worker(trustedUrl, { type: 'module' })
  let sent = new Map<string, DraftNode>()
  let tree: DraftStore['tree'] | undefined
  let isBusy = false
  let isDue = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let last = ''

  function send(): void {
    isDue = false
    // Sends all nodes again in two cases: the draft was reloaded, which creates a new tree, or nodes were removed, for
    // example by an undo.
    const isNew = tree !== draft.tree || sent.size > draft.tree.size
    if (isNew) sent = new Map()
    tree = draft.tree
    const changed: DraftNode[] = []
    for (const node of tree.nodes()) {
      if (sent.get(node.id) === node) continue
      sent.set(node.id, node)
      changed.push(node)
    }
    if (changed.length === 0) return
    isBusy = true
    worker.postMessage({ changed, isNew, known, language } satisfies CheckTask)
  }
  function schedule(): void {
    isDue = true
    clearTimeout(timer)
    if (!isBusy) timer = setTimeout(send, SETTLED_MS)
  }
  worker.onmessage = ({ data }: MessageEvent<Problem[]>) => {
    isBusy = false
    if (isDue) schedule()
    const text = JSON.stringify(data)
    // Most changes do not change the list of problems. In that case nothing is rendered again.
    if (text !== last) onProblems(data)
    last = text
  }
  worker.onerror = onFailure
  worker.onmessageerror = onFailure
  // A large form takes a fifth of a second to send, which the page needs first to show its texts.
  const first = whenIdle(send, FIRST_CHECK_MS)
  const end = draft.subscribe('status', schedule)
  return () => {
    end()
    first()
    clearTimeout(timer)
    worker.terminate()
  }
}
