/** Contains the texts of the views of a list that a user saved, in Chinese. */
import type { Translated } from '../namespaces.ts';
import type { texts as en } from '../en/saved-views.ts';

export const texts: Translated<typeof en> = {
  title: '我的视图',
  own: '我的视图',
  'from-others': '他人共享的视图',
  none: '尚未保存视图。设置好筛选条件后可在此保存。',
  save: '保存当前视图',
  'name-example': '例如：本周加急',
  'save-title': '保存视图',
  name: '名称',
  'name-save': '保存',
  rename: '重命名',
  'rename-title': '重命名视图',
  hold: '改为当前筛选条件',
  copy: '复制为我的视图',
  more: '{{name}} 的更多操作',
  shared: '已与本单位所有人共享',
  'shared-with': '已与{{role}}共享',
  'shared-by': '由 {{name}} 共享',
  share: '与本单位所有人共享',
  'share-everybody': '与所有人共享',
  'share-with': '与{{role}}共享',
  'share-stop': '停止共享',
  delete: '删除',
  'delete-title': '删除视图“{{name}}”？',
  'delete-body': '仅删除视图，不影响任何病例。',
  'delete-shared-body': '已共享的用户将无法再使用该视图。不影响任何病例。',
};
