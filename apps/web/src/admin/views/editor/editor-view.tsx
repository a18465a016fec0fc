import { type ListedDefinition, ROOT_ID } from '@sportello/contract'
import { languageSteps } from '@sportello/editing'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { usePermissions } from '../../account.ts'
import { useChangeSearch, useDashboardSearch } from '../../address.ts'
import { manage } from '../../call.ts'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { Loading, lazyPart } from '../../ui/lazy-part.tsx'
import { showErrorToast, showToast } from '../../ui/toasts.tsx'
import { useMessages } from '../../ui/use-messages.ts'
import { useWords } from '../../words.tsx'
import { CommentsProvider } from '../comments/comments-context.tsx'
import { CommentsPanel } from '../comments/comments-panel.tsx'
import { DiscardModal, PublishModal } from '../definitions/draft-modals.tsx'
import { PublicationNotice } from '../definitions/publication-notice.tsx'
import { usePublications } from '../definitions/use-publications.ts'
import { ProblemsProvider } from '../problems/problems-context.tsx'
import { ProblemsPanel } from '../problems/problems-panel.tsx'
import type { BranchActions } from './branch-menu.tsx'
import { draftConnection } from './draft-connection.ts'
import type { DraftEvent } from './draft-events.ts'
import { DraftStore } from './draft-store.ts'
import { EditorWordsProvider, useEditorWords } from './editor-words.tsx'
import { FormInspector } from './form-inspector.tsx'
import { FieldInspector, StepInspector } from './inspector.tsx'
import { kindOf } from './node-edits.ts'
import { Outline } from './outline.tsx'
import { placeOf } from './place-of.ts'
import { ShortcutsDialog } from './shortcuts-dialog.tsx'
import { StepPanel } from './step-panel.tsx'
import { Toolbar } from './toolbar.tsx'
import { UnsentChanges } from './unsent-changes.ts'
import { useBranchActions } from './use-branch-actions.ts'
import { DraftContext, useDraft, useNodePart } from './use-draft.ts'
import { useRemove } from './use-remove.ts'
import { useShortcut } from './use-shortcut.ts'
import './editor.css'
import './editor-cards.css'
import './editor-controls.css'

const PublishedDialog = lazyDialog(() => import('./published-dialog.tsx'))
const StepMap = lazyPart(() => import('./map/step-map.tsx'), {
  fallback: (
    <div className="editor-map-loading">
      <Loading />
    </div>
  ),
})
const PreviewPanel = lazyPart(() => import('../preview/preview-panel.tsx'))
const TranslationPanel = lazyPart(() => import('../translations/translation-panel.tsx'))

/** Returns an id for this browser tab. The id stays the same when the page is reloaded. */
function tabId(): string {
  const id = sessionStorage.getItem('tab') ?? crypto.randomUUID()
  sessionStorage.setItem('tab', id)
  return id
}

/**
 * Editor of one definition. It shows the outline of the steps, the open step, and the settings of the selected step or
 * field.
 */
export default function EditorView({ code, onBack }: { code: string; onBack: () => void }) {
  return (
    <EditorWordsProvider>
      <Loader key={code} code={code} onBack={onBack} />
    </EditorWordsProvider>
  )
}

function Loader({ code, onBack }: { code: string; onBack: () => void }) {
  const { t } = useWords()
  const messages = useMessages()
  const connection = useMemo(() => draftConnection(code), [code])
  const source = useQuery({ queryKey: ['draft', code], queryFn: connection.load, gcTime: 0, staleTime: Number.POSITIVE_INFINITY, refetchOnMount: 'always' })
  const onEvent = useRef<(event: DraftEvent) => void>(() => {})
  const [store, setStore] = useState<DraftStore | null>(null)
  useEffect(() => {
    if (!source.data) return
    const opened = new DraftStore(connection, new UnsentChanges(source.data.username, code, tabId()), source.data, (event) => onEvent.current(event))
    setStore(opened)
    return opened.start()
  }, [code, connection, source.data])
  if (!store) return <p role={source.error ? 'alert' : 'status'}>{source.error ? messages(source.error).join(' ') : t('loading')}</p>
  return (
    <DraftContext value={store}>
      <CommentsProvider definition={code}>
        <ProblemsProvider definition={code}>
          <Editor code={code} onBack={onBack} onEvent={onEvent} />
        </ProblemsProvider>
      </CommentsProvider>
    </DraftContext>
  )
}

function Editor({ code, onBack, onEvent }: { code: string; onBack: () => void; onEvent: { current: (event: DraftEvent) => void } }) {
  const t = useEditorWords()
  const messages = useMessages()
  const draft = useDraft()
  const queries = useQueryClient()
  const may = usePermissions()
  const readOnly = !may.edit
  const { node: wanted = ROOT_ID, preview, map, comments, problems, translation } = useDashboardSearch()
  const changeSearch = useChangeSearch()
  const [dialog, setDialog] = useState<{ kind: 'publish' | 'discard'; definition: ListedDefinition } | null>(null)
  const [isHelpShown, setIsHelpShown] = useState(false)
  useShortcut('?', () => setIsHelpShown(true))
  const [isAddressShown, setIsAddressShown] = useState(false)
  const isDialogOpen = useRef(false)
  isDialogOpen.current = dialog !== null || isAddressShown
  const parent = useNodePart(wanted, (node) => (node && draft.tree.isReachable(wanted) ? node.parent : null))
  // If the selected step or field no longer exists, selects the root step.
  const selected = parent === null ? ROOT_ID : wanted
  const isField = draft.node(selected)?.kind === 'field'
  const step = isField ? (parent ?? ROOT_ID) : selected
  const select = useCallback((id: string) => changeSearch({ node: id === ROOT_ID ? undefined : id }), [changeSearch])
  const actions = useBranchActions(code, select)
  useEffect(() => draft.select(selected), [draft, selected])
  useEffect(() => {
    onEvent.current = (event) => {
      // Does not show the message if the author has published or discarded the draft in this tab.
      if (event.kind === 'reset' && !isDialogOpen.current) showToast(t('editor_reset'))
      if (event.kind === 'rejected' || event.kind === 'failed') showErrorToast(t('editor_rejected', messages(event.error).join(' ')))
      if (event.kind !== 'overwritten') return
      const { id, path, mine, username } = event.overwritten
      showToast(t('editor_overwritten', username), {
        label: t('editor_mine'),
        act: () => draft.edit([{ type: 'set', id, path: [...path], ...(mine !== undefined && { value: mine as never }) }]),
      })
    }
  }, [draft, messages, onEvent, t])
  const remove = useRemove(selected, select)
  /**
   * Opens the dialog that publishes or discards the draft. First waits until the server has stored all changes.
   * Otherwise the
   * server would reject the publication, because the author has not seen the version that it would publish.
   */
  async function open(kind: 'publish' | 'discard'): Promise<void> {
    try {
      await draft.flush()
      const listed = await manage<ListedDefinition[]>('GET', '/definitions')
      const definition = listed.find(({ code_tag }) => code_tag === code)
      if (definition) setDialog({ kind, definition })
    } catch (error) {
      if (error instanceof Error) showToast(t('editor_retrying'))
    }
  }
  const close = () => {
    setDialog(null)
    void queries.invalidateQueries({ queryKey: ['definitions'] })
  }
  const { data: publications } = usePublications(code)
  const title = String(draft.node(ROOT_ID)?.content.tag_description ?? code)
  return (
    <div className="editor" data-readonly={readOnly || undefined}>
      <h2 className="editor-name">
        {title} <span className="code">{code}</span>
      </h2>
      <Toolbar
        readOnly={readOnly && !may.translates}
        mayEdit={may.edit}
        mayPublish={may.publish}
        needsApproval={publications?.needs_approval ?? false}
        isPreviewed={preview !== undefined}
        onPreview={() => changeSearch({ preview: preview === undefined ? 'beside' : undefined, comments: undefined, problems: undefined })}
        areCommentsShown={comments !== undefined}
        onComments={() => changeSearch({ comments: comments === undefined ? 'all' : undefined, preview: undefined, problems: undefined })}
        areProblemsShown={problems !== undefined}
        onProblems={() => changeSearch({ problems: problems === undefined ? 'all' : undefined, preview: undefined, comments: undefined })}
        isTranslated={translation !== undefined}
        onTranslation={() =>
          changeSearch({ translation: translation === undefined ? 'open' : undefined, map: undefined, ...(preview === 'alone' && { preview: 'beside' }) })
        }
        isMapShown={map !== undefined}
        onMap={() => changeSearch({ map: map === undefined ? 'shown' : undefined, translation: undefined, ...(preview === 'alone' && { preview: 'beside' }) })}
        onBack={onBack}
        onHelp={() => setIsHelpShown(true)}
        onAddress={() => setIsAddressShown(true)}
        onPublish={() => void open('publish')}
        onDiscard={() => void open('discard')}
      />
      {publications && <PublicationNotice code={code} publications={publications} />}
      <div className="editor-columns" data-preview={preview}>
        {preview !== 'alone' && (
          <Workplace code={code} step={step} selected={selected} readOnly={readOnly} onSelect={select} onRemove={remove} actions={actions} />
        )}
        {problems !== undefined && preview === undefined ? (
          <div className="editor-side">
            <ProblemsPanel definition={code} readOnly={readOnly} onSelect={select} onClose={() => changeSearch({ problems: undefined })} />
            <Inspector selected={selected} step={step} readOnly={readOnly} onSelect={select} />
          </div>
        ) : comments !== undefined && preview === undefined ? (
          <CommentsPanel onSelect={select} onClose={() => changeSearch({ comments: undefined })} />
        ) : preview === undefined ? (
          translation === undefined && <Inspector selected={selected} step={step} readOnly={readOnly} onSelect={select} />
        ) : (
          <PreviewPanel key={preview} definition={code} step={step} isAlone={preview === 'alone'} onPlace={(place) => changeSearch({ preview: place })} />
        )}
      </div>
      {dialog?.kind === 'publish' && (
        <PublishModal
          definition={dialog.definition}
          languages={[...languageSteps(draft.tree).keys()]}
          placeOf={(pointer) => placeOf(draft.tree, pointer, (field) => t(`type_${kindOf(field)}`))}
          onPublished={() => setIsAddressShown(true)}
          onClose={close}
        />
      )}
      {isHelpShown && <ShortcutsDialog onClose={() => setIsHelpShown(false)} />}
      {isAddressShown && dialog === null && <PublishedDialog code={code} title={title} onClose={() => setIsAddressShown(false)} />}
      {dialog?.kind === 'discard' && <DiscardModal definition={dialog.definition} onClose={close} />}
    </div>
  )
}

interface WorkplaceProps {
  code: string
  step: string
  selected: string
  readOnly: boolean
  onSelect: (id: string) => void
  onRemove: (id: string) => void
  actions: BranchActions
}

/** What the author works with: the map of the steps, the texts of two languages, or the outline and the open step. */
function Workplace({ code, step, selected, readOnly, onSelect, onRemove, actions }: WorkplaceProps) {
  const { map, translation, preview } = useDashboardSearch()
  const changeSearch = useChangeSearch()
  if (map !== undefined)
    return <StepMap selected={step} onSelect={onSelect} onOpen={(id) => changeSearch({ map: undefined, node: id === ROOT_ID ? undefined : id })} />
  if (translation !== undefined)
    return (
      <TranslationPanel
        code={code}
        language={translation}
        onLanguage={(language) => changeSearch({ translation: language })}
        isPreviewed={preview !== undefined}
        onStep={onSelect}
        onClose={() => changeSearch({ translation: undefined })}
      />
    )
  return (
    <>
      <Outline code={code} selected={step} readOnly={readOnly} onSelect={onSelect} onRemove={onRemove} actions={actions} />
      <StepPanel key={step} id={step} selected={selected} readOnly={readOnly} onSelect={onSelect} onRemove={onRemove} actions={actions} />
    </>
  )
}

/** Settings of the selected field or step, or of the whole form. */
function Inspector({ selected, step, readOnly, onSelect }: { selected: string; step: string; readOnly: boolean; onSelect: (id: string) => void }) {
  const t = useEditorWords()
  return (
    <aside className="editor-inspector" aria-label={t('editor_settings')}>
      {selected !== step ? (
        <FieldInspector key={selected} id={selected} readOnly={readOnly} />
      ) : step === ROOT_ID ? (
        <FormInspector readOnly={readOnly} onSelect={onSelect} />
      ) : (
        <StepInspector key={step} id={step} readOnly={readOnly} />
      )}
    </aside>
  )
}
