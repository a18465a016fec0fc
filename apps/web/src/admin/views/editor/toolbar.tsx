import { useEffect } from 'react'
import { Button } from '../../../shared/ui/button.tsx'
import { useWords } from '../../words.tsx'
import { useEditorWords } from './editor-words.tsx'
import { useDraft, useDraftStatus } from './use-draft.ts'

interface ToolbarProps {
  readOnly: boolean
  mayPublish: boolean
  onBack: () => void
  onPublish: () => void
  onDiscard: () => void
}

/** The bar above the editor: what state the draft is in, who else works on it, undo and redo, and the publication. */
export function Toolbar({ readOnly, mayPublish, onBack, onPublish, onDiscard }: ToolbarProps) {
  const t = useEditorWords()
  const { t: shared } = useWords()
  const draft = useDraft()
  const { state, canUndo, canRedo, others, live } = useDraftStatus()
  useEffect(() => {
    if (readOnly) return
    const onKeyDown = (event: KeyboardEvent) => {
      // A dialog over the editor has texts of its own to undo.
      if (!(event.ctrlKey || event.metaKey) || event.altKey || document.querySelector('[role=dialog]')) return
      const key = event.key.toLowerCase()
      if (key === 'z' && !event.shiftKey) draft.undo()
      else if (key === 'y' || (key === 'z' && event.shiftKey)) draft.redo()
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [draft, readOnly])
  const names = [...new Set(others.map(({ username }) => username).filter((name) => name !== live.username))]
  return (
    <div className="editor-toolbar">
      <Button weight="quiet" onClick={onBack}>
        ← {t('editor_back')}
      </Button>
      <span className="editor-status">
        <span className={live.draft ? 'badge state-queued' : 'badge'}>
          {live.draft ? t('editor_is_draft') : t('editor_is_live', String(live.live_version ?? ''))}
        </span>
        {!readOnly && (
          <span role="status" className={state === 'retrying' || state === 'stopped' ? 'fault' : 'hint'}>
            {t(`editor_${state}`)}
          </span>
        )}
        {names.length > 0 && <span className="hint">{t('editor_others', names.join(', '))}</span>}
      </span>
      {!readOnly && (
        <>
          <Button onClick={() => draft.undo()} disabled={!canUndo && state === 'saved'} aria-keyshortcuts="Control+Z">
            {t('editor_undo')}
          </Button>
          <Button onClick={() => draft.redo()} disabled={!canRedo} aria-keyshortcuts="Control+Shift+Z">
            {t('editor_redo')}
          </Button>
          {mayPublish && live.draft && live.live_version !== null && <Button onClick={onDiscard}>{shared('definition_discard')}</Button>}
          {mayPublish ? (
            <Button weight="primary" onClick={onPublish} disabled={!live.draft || state === 'stopped'}>
              {shared('definition_publish')}
            </Button>
          ) : (
            live.draft && <span className="hint">{t('editor_ask_publisher')}</span>
          )}
        </>
      )}
    </div>
  )
}
