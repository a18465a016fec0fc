import type { CustomerConfiguration } from '@sportello/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useAccount } from '../account.ts'
import { useDashboardSearch } from '../address.ts'
import { callVisitorApi } from '../call.ts'

/**
 * Shows the logo of the customer in the URL (`?customer=`). Without that parameter, an operator who may access only one
 * customer sees the logo of that customer (administrator specification, section 7: "a missing asset is logged and a
 * default is used").
 */
export function CustomerLogo() {
  const account = useAccount()
  const only = account?.customers?.length === 1 ? account.customers[0] : undefined
  const { customer = only } = useDashboardSearch()
  const { data } = useQuery({
    queryKey: ['customer', customer],
    queryFn: ({ signal }) => callVisitorApi<CustomerConfiguration>(`/forms/${encodeURIComponent(customer ?? '')}`, signal),
    enabled: customer !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const [broken, setBroken] = useState('')
  const favicon = data?.favicon
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
    if (favicon && link) link.href = favicon
  }, [favicon])
  const logo = data?.logos[0]
  if (!logo || broken === logo.src)
    return (
      <span className="shell-mark" aria-hidden="true">
        S
      </span>
    )
  return (
    <img
      className="shell-logo"
      src={logo.src}
      alt={logo.alt}
      onError={() => {
        console.warn(`the logo of ${customer} is missing`)
        setBroken(logo.src)
      }}
    />
  )
}
