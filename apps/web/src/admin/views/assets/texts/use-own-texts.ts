import type { AssetTexts } from '@sportello/contract'
import { useCallback, useMemo, useState } from 'react'
import { areSameTexts, type Conflicts, keyInFile, mergeTexts, type Scope, type Texts, textAt, withoutTexts, withText } from './own-texts.ts'

interface State {
  /** The stored file on which the unsaved texts are based. */
  base: AssetTexts
  texts: Texts
  conflicts: Conflicts
  /** Where the operator wants texts to apply, by language and phrase. Other texts apply where the file says so. */
  scopes: ReadonlyMap<string, Scope>
  /** Incremented when the list of texts must be made again. It stays as it is while the operator types. */
  round: number
}

const NO_CONFLICTS: Conflicts = new Map()
const loaded = (base: AssetTexts, round: number): State => ({ base, texts: base.texts, conflicts: NO_CONFLICTS, scopes: new Map(), round })
const scopeKey = (language: string, phrase: string) => `${language}.${phrase}`

/** The unsaved texts of a file, and the functions that change them. Nothing is sent to the server. */
export interface OwnTextsDraft extends State {
  isChanged: boolean
  /** Returns where a text that the operator types for a phrase applies. */
  scopeOf: (language: string, phrase: string) => Scope
  /** Sets the text for a phrase where it applies; undefined removes it. */
  write: (language: string, phrase: string, text: string | undefined) => void
  /** Moves the text for a phrase to another scope. A text for all languages stays, because other languages need it. */
  move: (language: string, phrase: string, scope: Scope) => void
  /** Sets or removes one key of the file. */
  setKey: (key: string, text: string | undefined) => void
  /** Removes several keys of the file. */
  removeKeys: (keys: readonly string[]) => void
  /** Restores the stored texts for a phrase. */
  undo: (language: string, phrase: string) => void
  /** Discards all unsaved texts, or replaces the stored file after it has been saved. */
  reset: (stored?: AssetTexts) => void
  /** Bases the unsaved texts on the file as another operator has saved it. */
  follow: (stored: AssetTexts) => void
  /** Makes the list of texts again. */
  list: () => void
}

/** Keeps the unsaved texts of a file. */
export function useOwnTexts(stored: AssetTexts): OwnTextsDraft {
  const [state, setState] = useState<State>(() => loaded(stored, 0))
  const { base, texts, scopes } = state
  const scopeOf = useCallback((language: string, phrase: string) => scopeIn({ texts, scopes }, language, phrase), [texts, scopes])
  const actions = useMemo(() => actionsOn(setState), [])
  return { ...state, ...actions, isChanged: !areSameTexts(base.texts, texts), scopeOf }
}

function scopeIn({ texts, scopes }: Pick<State, 'texts' | 'scopes'>, language: string, phrase: string): Scope {
  const isForAll = textAt(texts, phrase) !== undefined && textAt(texts, keyInFile(phrase, language, 'language')) === undefined
  return scopes.get(scopeKey(language, phrase)) ?? (isForAll ? 'all' : 'language')
}

function actionsOn(setState: (change: (before: State) => State) => void): Omit<OwnTextsDraft, keyof State | 'isChanged' | 'scopeOf'> {
  return {
    write: (language, phrase, text) =>
      setState((before) => {
        const scope = scopeIn(before, language, phrase)
        const scopes = new Map(before.scopes).set(scopeKey(language, phrase), scope)
        return { ...before, scopes, texts: withText(before.texts, keyInFile(phrase, language, scope), text) }
      }),
    move: (language, phrase, scope) =>
      setState((before) => {
        const from = keyInFile(phrase, language, scopeIn(before, language, phrase))
        const to = keyInFile(phrase, language, scope)
        const text = textAt(before.texts, from)
        const moved = text === undefined ? before.texts : withText(before.texts, to, text)
        const scopes = new Map(before.scopes).set(scopeKey(language, phrase), scope)
        return { ...before, scopes, texts: scope === 'all' && from !== to ? withText(moved, from, undefined) : moved }
      }),
    setKey: (key, text) =>
      setState((before) => {
        const conflicts = new Map(before.conflicts)
        conflicts.delete(key)
        return { ...before, conflicts, texts: withText(before.texts, key, text) }
      }),
    removeKeys: (keys) => setState((before) => ({ ...before, texts: withoutTexts(before.texts, keys) })),
    undo: (language, phrase) =>
      setState((before) => {
        const keys = [phrase, keyInFile(phrase, language, 'language')]
        const scopes = new Map(before.scopes)
        scopes.delete(scopeKey(language, phrase))
        const conflicts = new Map([...before.conflicts].filter(([key]) => !keys.includes(key)))
        return { ...before, scopes, conflicts, texts: keys.reduce((texts, key) => withText(texts, key, textAt(before.base.texts, key)), before.texts) }
      }),
    reset: (stored) => setState(({ base, round }) => loaded(stored ?? base, round + 1)),
    follow: (stored) =>
      setState((before) => ({ ...before, base: stored, round: before.round + 1, ...mergeTexts(before.base.texts, before.texts, stored.texts) })),
    list: () => setState((before) => ({ ...before, round: before.round + 1 })),
  }
}
