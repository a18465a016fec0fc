import type { VisitMail } from '@sportello/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { CallError } from '../../../shared/call-error.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { manage } from '../../call.ts'
import { CheckField } from '../../ui/field.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { useFilters } from '../../ui/use-filters.ts'
import { useMessages } from '../../ui/use-messages.ts'
import { useWords } from '../../words.tsx'
import { Part } from '../home/home-parts.tsx'

/** Switch by which the operator subscribes to the form's figures by mail. Confirms the address if the page was opened by the mailed link. */
export function WeeklyMail({ form }: { form: string }) {
  const { t, language } = useWords()
  const messages = useMessages()
  const queries = useQueryClient()
  const key = ['visit-mail', form]
  const path = `/visits/mails/${form}`
  const { data, error: unread, refetch } = useQuery({ queryKey: key, queryFn: ({ signal }) => manage<VisitMail>('GET', path, { signal }) })
  const changing = useMutation({
    mutationFn: (isWanted: boolean) => (isWanted ? manage<VisitMail>('PUT', path, { body: { language } }) : manage<VisitMail>('DELETE', path)),
    onSuccess: (state) => queries.setQueryData(key, state),
  })
  const confirming = useConfirmation()
  const isLinkWrong = confirming.error instanceof CallError && confirming.error.status === 400
  const error = confirming.error ?? changing.error ?? unread
  const isOn = changing.isPending ? changing.variables : (data?.subscribed ?? false)
  // The switch stays enabled meanwhile, because a disabled one would lose the focus.
  const change = (isWanted: boolean) => changing.isPending || changing.mutate(isWanted)
  const hasAddress = data === undefined || data.email !== ''
  return (
    <Part title={t('visits_mail_title')}>
      <CheckField
        label={t('visits_mail')}
        name="weekly_mail"
        isSwitch
        value={isOn}
        disabled={data === undefined || !(hasAddress || data.subscribed)}
        hint={hasAddress ? data && t('visits_mail_to', data.email) : t('visits_mail_no_address')}
        onChange={change}
      />
      {data?.subscribed && hasAddress && !data.confirmed && (
        <div className="notice notice-warning" role="status">
          <p>{t('visits_mail_confirm', data.email)}</p>
          <Button onClick={() => change(true)}>{t('visits_mail_again')}</Button>
        </div>
      )}
      {error && (
        <div className="notice notice-danger" role="alert">
          <p>{isLinkWrong ? t('visits_mail_wrong_link') : messages(error).join(' ')}</p>
          {unread && <Button onClick={() => void refetch()}>{t('try_again')}</Button>}
        </div>
      )}
    </Part>
  )
}

/** Confirms the operator's address once, with the code that the mailed link puts into the page's address. */
function useConfirmation() {
  const { t } = useWords()
  const queries = useQueryClient()
  const { values, set } = useFilters()
  const { confirm: code } = values
  const confirming = useMutation({
    mutationFn: (sent: string) => manage('POST', '/visits/address', { body: { code: sent } }),
    onSuccess: async () => {
      showToast(t('visits_mail_confirmed'))
      await queries.invalidateQueries({ queryKey: ['visit-mail'] })
    },
  })
  const { mutate } = confirming
  const sent = useRef<string>(undefined)
  useEffect(() => {
    if (code === undefined || sent.current === code) return
    sent.current = code
    mutate(code)
    set('confirm', '')
  }, [code, mutate, set])
  return confirming
}
