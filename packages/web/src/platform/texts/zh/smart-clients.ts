/** Contains the texts of the programs that sign in to FHIR in Chinese. */
import type { Translated } from '../namespaces.ts';
import type { texts as en } from '../en/smart-clients.ts';

export const texts: Translated<typeof en> = {
  title: 'SMART 程序',
  note: '供使用自身密钥登录 FHIR 的程序使用（SMART Backend Services）。',
  none: '没有 SMART 程序。',
  create: '登记程序',
  name: '名称',
  'name.hint': '登录的系统，例如“归档系统”',
  scopes: '权限范围',
  keys: '公钥（JWKS）',
  'keys.hint': '2048 位以上的 RSA（RS384）或 EC P-384（ES384）。仅限公钥。',
  'keys.json': '这不是 JSON Web Key Set。',
  'client-id': '客户端 ID',
  endpoint: '令牌端点',
  kid: '公钥：{{names}}',
  created: '由{{name}}于 {{date}} 登记',
  used: '最近使用：{{time}}',
  unused: '尚未使用',
  revoked: '由{{name}}于 {{date}} 吊销',
  earlier: '以前的程序（{{count}}）',
  change: '更换公钥',
  'change.title': '更换“{{name}}”的公钥',
  'change.message': '当前公钥将从下一次令牌请求起被拒绝。',
  revoke: '吊销',
  'revoke.title': '吊销“{{name}}”？',
  'revoke.message': '该程序将从下一次请求起被拒绝。此操作无法撤销。',
  'done.title': '“{{name}}”已登记',
  'done.message': '请在程序中填写此客户端 ID。',
  'scope.read': '读取 {{type}}',
  'scope.order': '创建、修改和撤销 ServiceRequest',
};
