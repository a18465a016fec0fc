import type { ShownPasskey } from '@sportello/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../shared/ui/button.tsx'
import { places } from '../address.ts'
import { manage, signInMethods } from '../call.ts'
import { createPasskey, passkeysUnavailableReason } from '../session/passkey.ts'
import { useReauthentication } from '../session/reauthentication.tsx'
import { useIsoDateTimeFormat } from '../ui/date-time-format.ts'
import { Dialog } from '../ui/dialog.tsx'
import { TextInput, useEditForm } from '../ui/edit-form.tsx'
import { EditModal } from '../ui/edit-modal.tsx'
import { RowButton } from '../ui/row-button.tsx'
import { useMessages } from '../ui/use-messages.ts'
import { useWords } from '../words.tsx'

const PATH = '/account/passkeys'

/** Dialog that lists, adds and deletes the operator's own passkeys (docs/decisions/0020-operators-come-in.md). */
export default function PasskeysDialog({ onClose }: { onClose: () => void }) {
  const { t } = useWords()
  const messages = useMessages()
  const passkeys = useQuery({ queryKey: ['passkeys'], queryFn: ({ signal }) => manage<ShownPasskey[]>('GET', PATH, { signal }) })
  const [doing, setDoing] = useState<'add' | ShownPasskey | null>(null)
  const end = () => setDoing(null)
  const hindrance = passkeysUnavailableReason()
  const actions = (
    <>
      <Button onClick={onClose}>{t('close')}</Button>
      {hindrance === null && (
        <Button weight="primary" onClick={() => setDoing('add')}>
          {t('passkey_add')}
        </Button>
      )}
    </>
  )

  return (
    <>
      <Dialog title={t('passkeys')} size="medium" onDismiss={onClose} actions={actions}>
        <p>{t('passkeys_text')}</p>
        {hindrance !== null && <Hindrance phrase={hindrance} />}
        {passkeys.error ? (
          messages(passkeys.error).map((message) => (
            <p key={message} role="alert">
              {message}
            </p>
          ))
        ) : passkeys.isPending ? (
          <p role="status">{t('loading')}</p>
        ) : passkeys.data.length === 0 ? (
          hindrance === null && <p>{t('passkeys_none')}</p>
        ) : (
          <PasskeyList passkeys={passkeys.data} onDelete={setDoing} />
        )}
      </Dialog>
      {doing === 'add' && <AddPasskey onClose={end} />}
      {doing !== null && doing !== 'add' && <DeletePasskey passkey={doing} onClose={end} />}
    </>
  )
}

function Hindrance({ phrase }: { phrase: NonNullable<ReturnType<typeof passkeysUnavailableReason>> }) {
  const { t } = useWords()
  const { passkeyOrigin } = signInMethods
  return (
    <p className="notice">
      {t(phrase)} {phrase === 'passkey_elsewhere' && passkeyOrigin !== null && <a href={passkeyOrigin + places.signIn}>{passkeyOrigin}</a>}
    </p>
  )
}

function PasskeyList({ passkeys, onDelete }: { passkeys: readonly ShownPasskey[]; onDelete: (passkey: ShownPasskey) => void }) {
  const { t } = useWords()
  const formatDateTime = useIsoDateTimeFormat()
  return (
    <ul className="own-list" aria-label={t('passkeys')}>
      {passkeys.map((passkey) => (
        <li key={passkey.id}>
          <div>
            <p className="own-name" id={`passkey-${passkey.id}`}>
              {passkey.name}
            </p>
            <dl className="hint">
              <div>
                <dt>{t('passkey_added_at')}</dt>
                <dd>{formatDateTime(passkey.added_at)}</dd>
              </div>
              <div>
                <dt>{t('passkey_last_used')}</dt>
                <dd>{formatDateTime(passkey.last_used_at) || t('passkey_never')}</dd>
              </div>
            </dl>
          </div>
          <RowButton about={`passkey-${passkey.id}`} onClick={() => onDelete(passkey)}>
            {t('delete')}
          </RowButton>
        </li>
      ))}
    </ul>
  )
}

function useRefresh(): () => Promise<void> {
  const queries = useQueryClient()
  return async () => {
    await queries.invalidateQueries({ queryKey: ['passkeys'] })
    await queries.invalidateQueries({ queryKey: ['account'] })
  }
}

function AddPasskey({ onClose }: { onClose: () => void }) {
  const { t } = useWords()
  const refresh = useRefresh()
  const draft = useEditForm({ name: '' }, (now) => ({ name: now.name.trim() === '' ? '' : undefined }))
  const name = draft.watch('name')
  const proof = useReauthentication()
  async function save(): Promise<void> {
    await createPasskey(name.trim(), proof.body)
    await refresh()
  }
  return (
    <EditModal
      title={t('passkey_add')}
      size="small"
      saveLabel={t('passkey_continue')}
      form={draft}
      changed={false}
      disabled={proof.isMissing}
      save={save}
      done={t('passkey_added', name.trim())}
      onClose={onClose}
    >
      <TextInput label={t('passkey_name')} name="name" hint={t('passkey_name_hint')} maxLength={100} required />
      {proof.field}
      <p>{t('passkey_add_text')}</p>
    </EditModal>
  )
}

function DeletePasskey({ passkey, onClose }: { passkey: ShownPasskey; onClose: () => void }) {
  const { t } = useWords()
  const refresh = useRefresh()
  const proof = useReauthentication()
  async function remove(): Promise<void> {
    await manage('DELETE', `${PATH}/${passkey.id}`, { body: proof.body })
    await refresh()
  }
  return (
    <EditModal
      title={t('passkey_delete')}
      size="small"
      saveLabel={t('delete')}
      danger
      disabled={proof.isMissing}
      save={remove}
      done={t('deleted', passkey.name)}
      onClose={onClose}
    >
      <p>{t('passkey_delete_text', passkey.name)}</p>
      {proof.field}
    </EditModal>
  )
}
