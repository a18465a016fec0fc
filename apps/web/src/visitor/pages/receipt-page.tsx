import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { paths } from '../../shared/paths.ts'
import { loadReceiptView } from '../features/send/load-receipt-view.ts'
import { keptReceipt, type Receipt } from '../features/send/receipt.ts'
import { useNavigation } from '../navigation.tsx'
import { useCustomer } from '../use-customer.ts'
import { PartFailed } from './part-failed.tsx'

const listen = () => () => {}
/** Placeholder for the stored receipt while the server renders the page. Only the browser knows the receipt. */
const UNKNOWN = ''

type View = Awaited<ReturnType<typeof loadReceiptView>>

/**
 * Receipt page after a submission, with the codes and the summary. The visitor can open it again as long as the browser
 * stores the receipt; after that, its URL leads to the form.
 */
export function ReceiptPage() {
  const { config } = useCustomer()
  const { navigate } = useNavigation()
  const [View, setView] = useState<View | null>(null)
  const [failed, setFailed] = useState(false)
  const kept = useSyncExternalStore(
    listen,
    () => keptReceipt(config.form_code),
    () => UNKNOWN,
  )
  const receipt = useMemo(() => (kept ? (JSON.parse(kept) as Receipt) : null), [kept])
  useEffect(() => {
    if (kept === null) navigate(paths.home(config.form_code), { replace: true })
  }, [kept, navigate, config.form_code])
  useEffect(() => {
    loadReceiptView().then(
      (view) => setView(() => view),
      () => setFailed(true),
    )
  }, [])
  if (failed) return <PartFailed />
  return receipt && View && <View receipt={receipt} />
}
