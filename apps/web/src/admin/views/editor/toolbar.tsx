import { useEffect } from 'react'
import { Button } from '../../../shared/ui/button.tsx'
import { useWords } from '../../words.tsx'
import { CommentsButton } from '../comments/comments-button.tsx'
import { ProblemsButton } from '../problems/problems-button.tsx'
import { useEditorWords } from './editor-words.tsx'
import { useDraft, useDraftStatus } from './use-draft.ts'

interface ToolbarProps {
  readOnly: boolean
  isPreviewed: boolean
  onPreview: () => void
  isMapShown: boolean
  onMap: () => void
  areCommentsShown: boolean
  onComments: () => void
  areProblemsShown: boolean
  isTranslated: boolean
  onTranslation: () => void
  onProblems: () => void
  mayEdit: boolean
  mayPublish: boolean
  /** True if a publication needs the approval of a second operator. An author can then request it but not publish. */
  needsApproval: boolean
  onBack: () => void
  onPublish: () => void
  onDiscard: () => void
  /** Called when the author asks for the list of keyboard shortcuts. */
  onHelp: () => void
  /** Called when the author asks for the public URLs of the form. */
  onAddress: () => void
}

/**
 * Toolbar of the editor. It shows the state of the draft and the other authors, and has buttons for undo, redo and
 * publication.
 */
export function Toolbar({
  readOnly,
  mayEdit,
  mayPublish,
  needsApproval,
  isPreviewed,
  onPreview,
  isMapShown,
  onMap,
  areCommentsShown,
  onComments,
  areProblemsShown,
  isTranslated,
  onTranslation,
  onProblems,
  onBack,
  onPublish,
  onDiscard,
  onHelp,
  onAddress,
}: ToolbarProps) {
  const t = useEditorWords()
  const { t: shared } = useWords()
  const draft = useDraft()
  const { state, canUndo, canRedo, others, live } = useDraftStatus()
  useEffect(() => {
    if (readOnly) return
    const onKeyDown = (event: KeyboardEvent) => {
      // Ignores the undo and redo keys while a dialog is open over the editor, because they then apply to the texts in
      // the dialog.
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
      <Button onClick={onMap} aria-pressed={isMapShown}>
        {t('map_button')}
      </Button>
      <Button onClick={onTranslation} aria-pressed={isTranslated}>
        {t('translation_button')}
      </Button>
      <Button onClick={onPreview} aria-pressed={isPreviewed}>
        {t('editor_preview')}
      </Button>
      <CommentsButton isShown={areCommentsShown} onToggle={onComments} />
      <ProblemsButton isShown={areProblemsShown} onToggle={onProblems} />
      {!readOnly && (
        <>
          <IconButton
            label={t('editor_undo')}
            onClick={() => draft.undo()}
            disabled={!canUndo && state === 'saved'}
            keys="Control+Z"
            path="M3 6h6.5a3.5 3.5 0 0 1 0 7H6M3 6l3-3M3 6l3 3"
          />
          <IconButton
            label={t('editor_redo')}
            onClick={() => draft.redo()}
            disabled={!canRedo}
            keys="Control+Shift+Z"
            path="M13 6H6.5a3.5 3.5 0 0 0 0 7H10M13 6l-3-3M13 6l-3 3"
          />
          {live.live_version !== null && <Button onClick={onAddress}>{t('address_button')}</Button>}
          {mayPublish && live.draft && live.live_version !== null && <Button onClick={onDiscard}>{shared('definition_discard')}</Button>}
          {mayPublish || (needsApproval && mayEdit) ? (
            <Button weight="primary" onClick={onPublish} disabled={!live.draft || state === 'stopped'}>
              {shared(needsApproval ? 'pub_ask' : 'definition_publish')}
            </Button>
          ) : (
            live.draft && <span className="hint">{t('editor_ask_publisher')}</span>
          )}
        </>
      )}
      <Button weight="quiet" onClick={onHelp} aria-label={t('keys_title')} aria-keyshortcuts="?">
        ?
      </Button>
    </div>
  )
}

interface IconButtonProps {
  label: string
  onClick: () => void
  disabled: boolean
  keys: string
  /** SVG path of the toolbar icon, drawn in a 16 × 16 view box. */
  path: string
}

function IconButton({ label, onClick, disabled, keys, path }: IconButtonProps) {
  return (
    <button type="button" className="card-button" aria-label={label} title={label} aria-keyshortcuts={keys} disabled={disabled} onClick={onClick}>
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d={path} />
      </svg>
    </button>
  )
}
