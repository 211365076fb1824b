// Generated from recipe.schema.json by "npm run compile-schema": change the schema, not this file.
// @ts-nocheck
import schema from './recipe.schema.json' with { type: 'json' };

/** @type {import('ajv').ValidateFunction} */
export const validate = validate10;
const schema11 = schema;
const schema12 = schema.definitions.rule;
const func2 = text => { let length = 0; for (const _ of text) length++; return length; };
const schema13 = schema.definitions.csv;
const schema14 = schema.definitions.field;
const schema28 = schema.definitions.column;
const schema29 = schema.definitions.table;
const func4 = Object.prototype.hasOwnProperty;
const pattern0 = new RegExp("^[^\\u0000\\n\\r\"\\ud800-\\udfff]*$", "u");
const pattern1 = new RegExp("^auto$", "u");
const pattern3 = new RegExp("^[^\\u0000\\n\\r\\ud800-\\udfff]*$", "u");
const pattern4 = new RegExp("^(?:auto|(?:100(?:\\.0{1,6})?|[0-9]{1,2}(?:\\.[0-9]{1,6})?)%)$", "u");
const pattern6 = new RegExp("^(?:text|boolean|smallint|integer|bigint|numeric|real|double precision|date|time|timestamp|timestamptz|uuid|jsonb?)$", "u");
const pattern7 = new RegExp("^[^\\u0000.\\ud800-\\udfff]+(?:\\.[^\\u0000.\\ud800-\\udfff]+)?$", "u");
const pattern9 = new RegExp("^[\\u0001-\\u0009\\u000b\\u000c\\u000e-!#-\\u007f]$", "u");
const schema17 = schema.definitions.phone;
const pattern5 = new RegExp("^(?:A[CDEFGILMORSTUWXZ]|B[ABDEFGHIJLMNOQRSTWYZ]|C[ACDFGHIKLMNORUVWXYZ]|D[EJKMOZ]|E[CEGHRST]|F[IJKMOR]|G[ABDEFGHILMNPQRTUWY]|H[KNRTU]|I[DELMNOQRST]|J[EMOP]|K[EGHIMNPRWYZ]|L[ABCIKRSTUVY]|M[ACDEFGHKLMNOPQRSTUVWXYZ]|N[ACEFGILOPRUZ]|OM|P[AEFGHKLMRSTWY]|QA|R[EOSUW]|S[ABCDEGHIJKLMNORSTVXYZ]|T[ACDGHJKLMNORTVWZ]|U[AGSYZ]|V[ACEGINU]|W[FS]|XK|Y[ET]|Z[AMW])$", "u");

function validate13(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.field === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "field"},message:"must have required property '"+"field"+"'",schema:schema17.required,parentSchema:schema17,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.format === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "format"},message:"must have required property '"+"format"+"'",schema:schema17.required,parentSchema:schema17,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 in data){
if(!(((key0 === "field") || (key0 === "format")) || (key0 === "country"))){
const err2 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema17,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.field !== undefined){
let data0 = data.field;
if((typeof data0 !== "string") && (!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0))))){
const err3 = {instancePath:instancePath+"/field",schemaPath:"#/definitions/field/type",keyword:"type",params:{type: schema14.type},message:"must be string,integer",schema:schema14.type,parentSchema:schema14,data:data0};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 999999 || isNaN(data0)){
const err4 = {instancePath:instancePath+"/field",schemaPath:"#/definitions/field/maximum",keyword:"maximum",params:{comparison: "<=", limit: 999999},message:"must be <= 999999",schema:999999,parentSchema:schema14,data:data0};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data0 < 0 || isNaN(data0)){
const err5 = {instancePath:instancePath+"/field",schemaPath:"#/definitions/field/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema14,data:data0};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(typeof data0 === "string"){
if(func2(data0) < 1){
const err6 = {instancePath:instancePath+"/field",schemaPath:"#/definitions/field/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema14,data:data0};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
}
if(data.format !== undefined){
let data1 = data.format;
if(!(((((data1 === "strip") || (data1 === "e164")) || (data1 === "international")) || (data1 === "national")) || (data1 === "rfc3966"))){
const err7 = {instancePath:instancePath+"/format",schemaPath:"#/properties/format/enum",keyword:"enum",params:{allowedValues: schema17.properties.format.enum},message:"must be equal to one of the allowed values",schema:schema17.properties.format.enum,parentSchema:schema17.properties.format,data:data1};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.country !== undefined){
let data2 = data.country;
if(typeof data2 === "string"){
if(!pattern5.test(data2)){
const err8 = {instancePath:instancePath+"/country",schemaPath:"#/properties/country/pattern",keyword:"pattern",params:{pattern: "^(?:A[CDEFGILMORSTUWXZ]|B[ABDEFGHIJLMNOQRSTWYZ]|C[ACDFGHIKLMNORUVWXYZ]|D[EJKMOZ]|E[CEGHRST]|F[IJKMOR]|G[ABDEFGHILMNPQRTUWY]|H[KNRTU]|I[DELMNOQRST]|J[EMOP]|K[EGHIMNPRWYZ]|L[ABCIKRSTUVY]|M[ACDEFGHKLMNOPQRSTUVWXYZ]|N[ACEFGILOPRUZ]|OM|P[AEFGHKLMRSTWY]|QA|R[EOSUW]|S[ABCDEGHIJKLMNORSTVXYZ]|T[ACDGHJKLMNORTVWZ]|U[AGSYZ]|V[ACEGINU]|W[FS]|XK|Y[ET]|Z[AMW])$"},message:"must match pattern \""+"^(?:A[CDEFGILMORSTUWXZ]|B[ABDEFGHIJLMNOQRSTWYZ]|C[ACDFGHIKLMNORUVWXYZ]|D[EJKMOZ]|E[CEGHRST]|F[IJKMOR]|G[ABDEFGHILMNPQRTUWY]|H[KNRTU]|I[DELMNOQRST]|J[EMOP]|K[EGHIMNPRWYZ]|L[ABCIKRSTUVY]|M[ACDEFGHKLMNOPQRSTUVWXYZ]|N[ACEFGILOPRUZ]|OM|P[AEFGHKLMRSTWY]|QA|R[EOSUW]|S[ABCDEGHIJKLMNORSTVXYZ]|T[ACDGHJKLMNORTVWZ]|U[AGSYZ]|V[ACEGINU]|W[FS]|XK|Y[ET]|Z[AMW])$"+"\"",schema:"^(?:A[CDEFGILMORSTUWXZ]|B[ABDEFGHIJLMNOQRSTWYZ]|C[ACDFGHIKLMNORUVWXYZ]|D[EJKMOZ]|E[CEGHRST]|F[IJKMOR]|G[ABDEFGHILMNPQRTUWY]|H[KNRTU]|I[DELMNOQRST]|J[EMOP]|K[EGHIMNPRWYZ]|L[ABCIKRSTUVY]|M[ACDEFGHKLMNOPQRSTUVWXYZ]|N[ACEFGILOPRUZ]|OM|P[AEFGHKLMRSTWY]|QA|R[EOSUW]|S[ABCDEGHIJKLMNORSTVXYZ]|T[ACDGHJKLMNORTVWZ]|U[AGSYZ]|V[ACEGINU]|W[FS]|XK|Y[ET]|Z[AMW])$",parentSchema:schema17.properties.country,data:data2};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/country",schemaPath:"#/properties/country/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema17.properties.country.type,parentSchema:schema17.properties.country,data:data2};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
}
else {
const err10 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema17.type,parentSchema:schema17,data};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
validate13.errors = vErrors;
return errors === 0;
}

const schema20 = schema.definitions.condition;
const wrapper0 = {validate: validate15};

function validate15(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
const _errs1 = errors;
let valid0 = false;
let passing0 = null;
const _errs2 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.all === undefined){
const err0 = {instancePath,schemaPath:"#/oneOf/0/required",keyword:"required",params:{missingProperty: "all"},message:"must have required property '"+"all"+"'",schema:schema20.oneOf[0].required,parentSchema:schema20.oneOf[0],data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
var _valid0 = _errs2 === errors;
if(_valid0){
valid0 = true;
passing0 = 0;
}
const _errs3 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.any === undefined){
const err1 = {instancePath,schemaPath:"#/oneOf/1/required",keyword:"required",params:{missingProperty: "any"},message:"must have required property '"+"any"+"'",schema:schema20.oneOf[1].required,parentSchema:schema20.oneOf[1],data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
var _valid0 = _errs3 === errors;
if(_valid0 && valid0){
valid0 = false;
passing0 = [passing0, 1];
}
else {
if(_valid0){
valid0 = true;
passing0 = 1;
}
const _errs4 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.not === undefined){
const err2 = {instancePath,schemaPath:"#/oneOf/2/required",keyword:"required",params:{missingProperty: "not"},message:"must have required property '"+"not"+"'",schema:schema20.oneOf[2].required,parentSchema:schema20.oneOf[2],data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
var _valid0 = _errs4 === errors;
if(_valid0 && valid0){
valid0 = false;
passing0 = [passing0, 2];
}
else {
if(_valid0){
valid0 = true;
passing0 = 2;
}
const _errs5 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.field === undefined){
const err3 = {instancePath,schemaPath:"#/oneOf/3/required",keyword:"required",params:{missingProperty: "field"},message:"must have required property '"+"field"+"'",schema:schema20.oneOf[3].required,parentSchema:schema20.oneOf[3],data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
var _valid0 = _errs5 === errors;
if(_valid0 && valid0){
valid0 = false;
passing0 = [passing0, 3];
}
else {
if(_valid0){
valid0 = true;
passing0 = 3;
}
}
}
}
if(!valid0){
const err4 = {instancePath,schemaPath:"#/oneOf",keyword:"oneOf",params:{passingSchemas: passing0},message:"must match exactly one schema in oneOf",schema:schema20.oneOf,parentSchema:schema20,data};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
else {
errors = _errs1;
if(vErrors !== null){
if(_errs1){
vErrors.length = _errs1;
}
else {
vErrors = null;
}
}
}
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!(func4.call(schema20.properties, key0))){
const err5 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema20,data};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.all !== undefined){
let data0 = data.all;
if(Array.isArray(data0)){
if(data0.length > 1000){
const err6 = {instancePath:instancePath+"/all",schemaPath:"#/properties/all/maxItems",keyword:"maxItems",params:{limit: 1000},message:"must NOT have more than 1000 items",schema:1000,parentSchema:schema20.properties.all,data:data0};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data0.length < 1){
const err7 = {instancePath:instancePath+"/all",schemaPath:"#/properties/all/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema20.properties.all,data:data0};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
if(!(wrapper0.validate(data0[i0], {instancePath:instancePath+"/all/" + i0,parentData:data0,parentDataProperty:i0,rootData}))){
vErrors = vErrors === null ? wrapper0.validate.errors : vErrors.concat(wrapper0.validate.errors);
errors = vErrors.length;
}
}
}
else {
const err8 = {instancePath:instancePath+"/all",schemaPath:"#/properties/all/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema20.properties.all.type,parentSchema:schema20.properties.all,data:data0};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.any !== undefined){
let data2 = data.any;
if(Array.isArray(data2)){
if(data2.length > 1000){
const err9 = {instancePath:instancePath+"/any",schemaPath:"#/properties/any/maxItems",keyword:"maxItems",params:{limit: 1000},message:"must NOT have more than 1000 items",schema:1000,parentSchema:schema20.properties.any,data:data2};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(data2.length < 1){
const err10 = {instancePath:instancePath+"/any",schemaPath:"#/properties/any/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema20.properties.any,data:data2};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
const len1 = data2.length;
for(let i1=0; i1<len1; i1++){
if(!(wrapper0.validate(data2[i1], {instancePath:instancePath+"/any/" + i1,parentData:data2,parentDataProperty:i1,rootData}))){
vErrors = vErrors === null ? wrapper0.validate.errors : vErrors.concat(wrapper0.validate.errors);
errors = vErrors.length;
}
}
}
else {
const err11 = {instancePath:instancePath+"/any",schemaPath:"#/properties/any/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema20.properties.any.type,parentSchema:schema20.properties.any,data:data2};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.not !== undefined){
if(!(wrapper0.validate(data.not, {instancePath:instancePath+"/not",parentData:data,parentDataProperty:"not",rootData}))){
vErrors = vErrors === null ? wrapper0.validate.errors : vErrors.concat(wrapper0.validate.errors);
errors = vErrors.length;
}
}
if(data.field !== undefined){
let data5 = data.field;
if((typeof data5 !== "string") && (!(((typeof data5 == "number") && (!(data5 % 1) && !isNaN(data5))) && (isFinite(data5))))){
const err12 = {instancePath:instancePath+"/field",schemaPath:"#/definitions/field/type",keyword:"type",params:{type: schema14.type},message:"must be string,integer",schema:schema14.type,parentSchema:schema14,data:data5};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if((typeof data5 == "number") && (isFinite(data5))){
if(data5 > 999999 || isNaN(data5)){
const err13 = {instancePath:instancePath+"/field",schemaPath:"#/definitions/field/maximum",keyword:"maximum",params:{comparison: "<=", limit: 999999},message:"must be <= 999999",schema:999999,parentSchema:schema14,data:data5};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(data5 < 0 || isNaN(data5)){
const err14 = {instancePath:instancePath+"/field",schemaPath:"#/definitions/field/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema14,data:data5};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(typeof data5 === "string"){
if(func2(data5) < 1){
const err15 = {instancePath:instancePath+"/field",schemaPath:"#/definitions/field/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema14,data:data5};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
}
if(data.eq !== undefined){
let data6 = data.eq;
if((typeof data6 !== "string") && (!((typeof data6 == "number") && (isFinite(data6))))){
const err16 = {instancePath:instancePath+"/eq",schemaPath:"#/properties/eq/type",keyword:"type",params:{type: schema20.properties.eq.type},message:"must be string,number",schema:schema20.properties.eq.type,parentSchema:schema20.properties.eq,data:data6};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data.in !== undefined){
let data7 = data.in;
if(Array.isArray(data7)){
if(data7.length > 10000){
const err17 = {instancePath:instancePath+"/in",schemaPath:"#/properties/in/maxItems",keyword:"maxItems",params:{limit: 10000},message:"must NOT have more than 10000 items",schema:10000,parentSchema:schema20.properties.in,data:data7};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
if(data7.length < 1){
const err18 = {instancePath:instancePath+"/in",schemaPath:"#/properties/in/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema20.properties.in,data:data7};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
const len2 = data7.length;
for(let i2=0; i2<len2; i2++){
let data8 = data7[i2];
if((typeof data8 !== "string") && (!((typeof data8 == "number") && (isFinite(data8))))){
const err19 = {instancePath:instancePath+"/in/" + i2,schemaPath:"#/properties/in/items/type",keyword:"type",params:{type: schema20.properties.in.items.type},message:"must be string,number",schema:schema20.properties.in.items.type,parentSchema:schema20.properties.in.items,data:data8};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
}
else {
const err20 = {instancePath:instancePath+"/in",schemaPath:"#/properties/in/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema20.properties.in.type,parentSchema:schema20.properties.in,data:data7};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
if(data.matches !== undefined){
let data9 = data.matches;
if(typeof data9 === "string"){
if(func2(data9) > 1000){
const err21 = {instancePath:instancePath+"/matches",schemaPath:"#/properties/matches/maxLength",keyword:"maxLength",params:{limit: 1000},message:"must NOT have more than 1000 characters",schema:1000,parentSchema:schema20.properties.matches,data:data9};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
if(func2(data9) < 1){
const err22 = {instancePath:instancePath+"/matches",schemaPath:"#/properties/matches/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema20.properties.matches,data:data9};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
else {
const err23 = {instancePath:instancePath+"/matches",schemaPath:"#/properties/matches/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema20.properties.matches.type,parentSchema:schema20.properties.matches,data:data9};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
if(data.lt !== undefined){
let data10 = data.lt;
if((typeof data10 !== "string") && (!((typeof data10 == "number") && (isFinite(data10))))){
const err24 = {instancePath:instancePath+"/lt",schemaPath:"#/properties/lt/type",keyword:"type",params:{type: schema20.properties.lt.type},message:"must be string,number",schema:schema20.properties.lt.type,parentSchema:schema20.properties.lt,data:data10};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
if(data.lte !== undefined){
let data11 = data.lte;
if((typeof data11 !== "string") && (!((typeof data11 == "number") && (isFinite(data11))))){
const err25 = {instancePath:instancePath+"/lte",schemaPath:"#/properties/lte/type",keyword:"type",params:{type: schema20.properties.lte.type},message:"must be string,number",schema:schema20.properties.lte.type,parentSchema:schema20.properties.lte,data:data11};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
if(data.gt !== undefined){
let data12 = data.gt;
if((typeof data12 !== "string") && (!((typeof data12 == "number") && (isFinite(data12))))){
const err26 = {instancePath:instancePath+"/gt",schemaPath:"#/properties/gt/type",keyword:"type",params:{type: schema20.properties.gt.type},message:"must be string,number",schema:schema20.properties.gt.type,parentSchema:schema20.properties.gt,data:data12};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
if(data.gte !== undefined){
let data13 = data.gte;
if((typeof data13 !== "string") && (!((typeof data13 == "number") && (isFinite(data13))))){
const err27 = {instancePath:instancePath+"/gte",schemaPath:"#/properties/gte/type",keyword:"type",params:{type: schema20.properties.gte.type},message:"must be string,number",schema:schema20.properties.gte.type,parentSchema:schema20.properties.gte,data:data13};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
if(data.empty !== undefined){
let data14 = data.empty;
if(typeof data14 !== "boolean"){
const err28 = {instancePath:instancePath+"/empty",schemaPath:"#/properties/empty/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema20.properties.empty.type,parentSchema:schema20.properties.empty,data:data14};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
}
else {
const err29 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema20.type,parentSchema:schema20,data};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
validate15.errors = vErrors;
return errors === 0;
}

const schema22 = schema.definitions.date;

function validate17(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.field === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "field"},message:"must have required property '"+"field"+"'",schema:schema22.required,parentSchema:schema22,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.from === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "from"},message:"must have required property '"+"from"+"'",schema:schema22.required,parentSchema:schema22,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 in data){
if(!((key0 === "field") || (key0 === "from"))){
const err2 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema22,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.field !== undefined){
let data0 = data.field;
if((typeof data0 !== "string") && (!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0))))){
const err3 = {instancePath:instancePath+"/field",schemaPath:"#/definitions/field/type",keyword:"type",params:{type: schema14.type},message:"must be string,integer",schema:schema14.type,parentSchema:schema14,data:data0};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 999999 || isNaN(data0)){
const err4 = {instancePath:instancePath+"/field",schemaPath:"#/definitions/field/maximum",keyword:"maximum",params:{comparison: "<=", limit: 999999},message:"must be <= 999999",schema:999999,parentSchema:schema14,data:data0};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data0 < 0 || isNaN(data0)){
const err5 = {instancePath:instancePath+"/field",schemaPath:"#/definitions/field/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema14,data:data0};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(typeof data0 === "string"){
if(func2(data0) < 1){
const err6 = {instancePath:instancePath+"/field",schemaPath:"#/definitions/field/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema14,data:data0};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
}
if(data.from !== undefined){
let data1 = data.from;
if(typeof data1 === "string"){
if(func2(data1) > 100){
const err7 = {instancePath:instancePath+"/from",schemaPath:"#/properties/from/maxLength",keyword:"maxLength",params:{limit: 100},message:"must NOT have more than 100 characters",schema:100,parentSchema:schema22.properties.from,data:data1};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(func2(data1) < 1){
const err8 = {instancePath:instancePath+"/from",schemaPath:"#/properties/from/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema22.properties.from,data:data1};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/from",schemaPath:"#/properties/from/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema22.properties.from.type,parentSchema:schema22.properties.from,data:data1};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
}
else {
const err10 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema22.type,parentSchema:schema22,data};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
validate17.errors = vErrors;
return errors === 0;
}

const schema25 = schema.definitions.mask;

function validate19(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.keepLast === undefined){
data.keepLast = 0;
}
if(data.field === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "field"},message:"must have required property '"+"field"+"'",schema:schema25.required,parentSchema:schema25,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 in data){
if(!((key0 === "field") || (key0 === "keepLast"))){
const err1 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema25,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.field !== undefined){
let data0 = data.field;
if((typeof data0 !== "string") && (!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0))))){
const err2 = {instancePath:instancePath+"/field",schemaPath:"#/definitions/field/type",keyword:"type",params:{type: schema14.type},message:"must be string,integer",schema:schema14.type,parentSchema:schema14,data:data0};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 999999 || isNaN(data0)){
const err3 = {instancePath:instancePath+"/field",schemaPath:"#/definitions/field/maximum",keyword:"maximum",params:{comparison: "<=", limit: 999999},message:"must be <= 999999",schema:999999,parentSchema:schema14,data:data0};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data0 < 0 || isNaN(data0)){
const err4 = {instancePath:instancePath+"/field",schemaPath:"#/definitions/field/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema14,data:data0};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(typeof data0 === "string"){
if(func2(data0) < 1){
const err5 = {instancePath:instancePath+"/field",schemaPath:"#/definitions/field/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema14,data:data0};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
}
let data1 = data.keepLast;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
const err6 = {instancePath:instancePath+"/keepLast",schemaPath:"#/properties/keepLast/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema25.properties.keepLast.type,parentSchema:schema25.properties.keepLast,data:data1};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 > 1000 || isNaN(data1)){
const err7 = {instancePath:instancePath+"/keepLast",schemaPath:"#/properties/keepLast/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000},message:"must be <= 1000",schema:1000,parentSchema:schema25.properties.keepLast,data:data1};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(data1 < 0 || isNaN(data1)){
const err8 = {instancePath:instancePath+"/keepLast",schemaPath:"#/properties/keepLast/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema25.properties.keepLast,data:data1};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
}
else {
const err9 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema25.type,parentSchema:schema25,data};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
validate19.errors = vErrors;
return errors === 0;
}


function validate12(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
const _errs2 = errors;
const _errs3 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.drop === undefined) && (missing0 = "drop")) || ((data.keep === undefined) && (missing0 = "keep"))){
const err0 = {};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
var valid1 = _errs3 === errors;
if(valid1){
const err1 = {instancePath,schemaPath:"#/allOf/0/not",keyword:"not",params:{},message:"must NOT be valid",schema:schema13.allOf[0].not,parentSchema:schema13.allOf[0],data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
else {
errors = _errs2;
if(vErrors !== null){
if(_errs2){
vErrors.length = _errs2;
}
else {
vErrors = null;
}
}
}
const _errs5 = errors;
const _errs6 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing1;
if(((data.drop === undefined) && (missing1 = "drop")) || ((data.select === undefined) && (missing1 = "select"))){
const err2 = {};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
var valid2 = _errs6 === errors;
if(valid2){
const err3 = {instancePath,schemaPath:"#/allOf/1/not",keyword:"not",params:{},message:"must NOT be valid",schema:schema13.allOf[1].not,parentSchema:schema13.allOf[1],data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
else {
errors = _errs5;
if(vErrors !== null){
if(_errs5){
vErrors.length = _errs5;
}
else {
vErrors = null;
}
}
}
const _errs8 = errors;
const _errs9 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing2;
if(((data.keep === undefined) && (missing2 = "keep")) || ((data.select === undefined) && (missing2 = "select"))){
const err4 = {};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
var valid3 = _errs9 === errors;
if(valid3){
const err5 = {instancePath,schemaPath:"#/allOf/2/not",keyword:"not",params:{},message:"must NOT be valid",schema:schema13.allOf[2].not,parentSchema:schema13.allOf[2],data};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
else {
errors = _errs8;
if(vErrors !== null){
if(_errs8){
vErrors.length = _errs8;
}
else {
vErrors = null;
}
}
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.delimiter === undefined){
data.delimiter = "auto";
}
if(data.header === undefined){
data.header = true;
}
if(data.quote === undefined){
data.quote = "auto";
}
if(data.escape === undefined){
data.escape = "auto";
}
if(data.encoding === undefined){
data.encoding = "auto";
}
if(data.skipLines === undefined){
data.skipLines = "auto";
}
if(data.comments === undefined){
data.comments = "auto";
}
if(data.ragged === undefined){
data.ragged = "bad";
}
if(data.names === undefined){
data.names = "loose";
}
if(data.maxBad === undefined){
data.maxBad = "auto";
}
if(data.require === undefined){
data.require = [];
}
if(data.phones === undefined){
data.phones = [];
}
if(data.trim === undefined){
data.trim = false;
}
if(data.dates === undefined){
data.dates = [];
}
if(data.hash === undefined){
data.hash = [];
}
if(data.mask === undefined){
data.mask = [];
}
if(data.set === undefined){
data.set = {};
}
if(data.rename === undefined){
data.rename = {};
}
if(data.columns === undefined){
data.columns = {};
}
if(data.writeHeader === undefined){
data.writeHeader = false;
}
if(data.output === undefined){
data.output = {};
}
if(data.badRecords === undefined){
data.badRecords = "quarantine";
}
if(data.missing === undefined){
data.missing = "fail";
}
for(const key0 in data){
if(!(func4.call(schema13.properties, key0))){
const err6 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema13,data};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
let data0 = data.delimiter;
if(typeof data0 === "string"){
if(func2(data0) > 8){
const err7 = {instancePath:instancePath+"/delimiter",schemaPath:"#/properties/delimiter/maxLength",keyword:"maxLength",params:{limit: 8},message:"must NOT have more than 8 characters",schema:8,parentSchema:schema13.properties.delimiter,data:data0};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(func2(data0) < 1){
const err8 = {instancePath:instancePath+"/delimiter",schemaPath:"#/properties/delimiter/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema13.properties.delimiter,data:data0};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(!pattern0.test(data0)){
const err9 = {instancePath:instancePath+"/delimiter",schemaPath:"#/properties/delimiter/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000\\n\\r\"\\ud800-\\udfff]*$"},message:"must match pattern \""+"^[^\\u0000\\n\\r\"\\ud800-\\udfff]*$"+"\"",schema:"^[^\\u0000\\n\\r\"\\ud800-\\udfff]*$",parentSchema:schema13.properties.delimiter,data:data0};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
else {
const err10 = {instancePath:instancePath+"/delimiter",schemaPath:"#/properties/delimiter/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema13.properties.delimiter.type,parentSchema:schema13.properties.delimiter,data:data0};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
let data1 = data.header;
if(((typeof data1 !== "boolean") && (typeof data1 !== "string")) && (!(Array.isArray(data1)))){
const err11 = {instancePath:instancePath+"/header",schemaPath:"#/properties/header/type",keyword:"type",params:{type: schema13.properties.header.type},message:"must be boolean,string,array",schema:schema13.properties.header.type,parentSchema:schema13.properties.header,data:data1};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(typeof data1 === "string"){
if(!pattern1.test(data1)){
const err12 = {instancePath:instancePath+"/header",schemaPath:"#/properties/header/pattern",keyword:"pattern",params:{pattern: "^auto$"},message:"must match pattern \""+"^auto$"+"\"",schema:"^auto$",parentSchema:schema13.properties.header,data:data1};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(Array.isArray(data1)){
if(data1.length > 10000){
const err13 = {instancePath:instancePath+"/header",schemaPath:"#/properties/header/maxItems",keyword:"maxItems",params:{limit: 10000},message:"must NOT have more than 10000 items",schema:10000,parentSchema:schema13.properties.header,data:data1};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(data1.length < 1){
const err14 = {instancePath:instancePath+"/header",schemaPath:"#/properties/header/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema13.properties.header,data:data1};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
let data2 = data1[i0];
if(typeof data2 === "string"){
if(func2(data2) < 1){
const err15 = {instancePath:instancePath+"/header/" + i0,schemaPath:"#/properties/header/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema13.properties.header.items,data:data2};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
else {
const err16 = {instancePath:instancePath+"/header/" + i0,schemaPath:"#/properties/header/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema13.properties.header.items.type,parentSchema:schema13.properties.header.items,data:data2};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
}
let data3 = data.quote;
if(!((((data3 === "auto") || (data3 === "\"")) || (data3 === "'")) || (data3 === "none"))){
const err17 = {instancePath:instancePath+"/quote",schemaPath:"#/properties/quote/enum",keyword:"enum",params:{allowedValues: schema13.properties.quote.enum},message:"must be equal to one of the allowed values",schema:schema13.properties.quote.enum,parentSchema:schema13.properties.quote,data:data3};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
let data4 = data.escape;
if(!(((data4 === "auto") || (data4 === "double")) || (data4 === "backslash"))){
const err18 = {instancePath:instancePath+"/escape",schemaPath:"#/properties/escape/enum",keyword:"enum",params:{allowedValues: schema13.properties.escape.enum},message:"must be equal to one of the allowed values",schema:schema13.properties.escape.enum,parentSchema:schema13.properties.escape,data:data4};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
let data5 = data.encoding;
if(typeof data5 !== "string"){
const err19 = {instancePath:instancePath+"/encoding",schemaPath:"#/properties/encoding/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema13.properties.encoding.type,parentSchema:schema13.properties.encoding,data:data5};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
let data6 = data.skipLines;
if((typeof data6 !== "string") && (!(((typeof data6 == "number") && (!(data6 % 1) && !isNaN(data6))) && (isFinite(data6))))){
const err20 = {instancePath:instancePath+"/skipLines",schemaPath:"#/properties/skipLines/type",keyword:"type",params:{type: schema13.properties.skipLines.type},message:"must be string,integer",schema:schema13.properties.skipLines.type,parentSchema:schema13.properties.skipLines,data:data6};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
if((typeof data6 == "number") && (isFinite(data6))){
if(data6 > 1000 || isNaN(data6)){
const err21 = {instancePath:instancePath+"/skipLines",schemaPath:"#/properties/skipLines/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000},message:"must be <= 1000",schema:1000,parentSchema:schema13.properties.skipLines,data:data6};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
if(data6 < 0 || isNaN(data6)){
const err22 = {instancePath:instancePath+"/skipLines",schemaPath:"#/properties/skipLines/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema13.properties.skipLines,data:data6};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
if(typeof data6 === "string"){
if(!pattern1.test(data6)){
const err23 = {instancePath:instancePath+"/skipLines",schemaPath:"#/properties/skipLines/pattern",keyword:"pattern",params:{pattern: "^auto$"},message:"must match pattern \""+"^auto$"+"\"",schema:"^auto$",parentSchema:schema13.properties.skipLines,data:data6};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
let data7 = data.comments;
if(typeof data7 === "string"){
if(func2(data7) > 8){
const err24 = {instancePath:instancePath+"/comments",schemaPath:"#/properties/comments/maxLength",keyword:"maxLength",params:{limit: 8},message:"must NOT have more than 8 characters",schema:8,parentSchema:schema13.properties.comments,data:data7};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
if(func2(data7) < 1){
const err25 = {instancePath:instancePath+"/comments",schemaPath:"#/properties/comments/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema13.properties.comments,data:data7};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
if(!pattern3.test(data7)){
const err26 = {instancePath:instancePath+"/comments",schemaPath:"#/properties/comments/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000\\n\\r\\ud800-\\udfff]*$"},message:"must match pattern \""+"^[^\\u0000\\n\\r\\ud800-\\udfff]*$"+"\"",schema:"^[^\\u0000\\n\\r\\ud800-\\udfff]*$",parentSchema:schema13.properties.comments,data:data7};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
else {
const err27 = {instancePath:instancePath+"/comments",schemaPath:"#/properties/comments/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema13.properties.comments.type,parentSchema:schema13.properties.comments,data:data7};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
let data8 = data.ragged;
if(!(((data8 === "bad") || (data8 === "pad")) || (data8 === "cut"))){
const err28 = {instancePath:instancePath+"/ragged",schemaPath:"#/properties/ragged/enum",keyword:"enum",params:{allowedValues: schema13.properties.ragged.enum},message:"must be equal to one of the allowed values",schema:schema13.properties.ragged.enum,parentSchema:schema13.properties.ragged,data:data8};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
let data9 = data.names;
if(!((data9 === "loose") || (data9 === "exact"))){
const err29 = {instancePath:instancePath+"/names",schemaPath:"#/properties/names/enum",keyword:"enum",params:{allowedValues: schema13.properties.names.enum},message:"must be equal to one of the allowed values",schema:schema13.properties.names.enum,parentSchema:schema13.properties.names,data:data9};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
let data10 = data.maxBad;
if((typeof data10 !== "string") && (!(((typeof data10 == "number") && (!(data10 % 1) && !isNaN(data10))) && (isFinite(data10))))){
const err30 = {instancePath:instancePath+"/maxBad",schemaPath:"#/properties/maxBad/type",keyword:"type",params:{type: schema13.properties.maxBad.type},message:"must be string,integer",schema:schema13.properties.maxBad.type,parentSchema:schema13.properties.maxBad,data:data10};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
if((typeof data10 == "number") && (isFinite(data10))){
if(data10 > 9007199254740991 || isNaN(data10)){
const err31 = {instancePath:instancePath+"/maxBad",schemaPath:"#/properties/maxBad/maximum",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991},message:"must be <= 9007199254740991",schema:9007199254740991,parentSchema:schema13.properties.maxBad,data:data10};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
if(data10 < 0 || isNaN(data10)){
const err32 = {instancePath:instancePath+"/maxBad",schemaPath:"#/properties/maxBad/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema13.properties.maxBad,data:data10};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
if(typeof data10 === "string"){
if(!pattern4.test(data10)){
const err33 = {instancePath:instancePath+"/maxBad",schemaPath:"#/properties/maxBad/pattern",keyword:"pattern",params:{pattern: "^(?:auto|(?:100(?:\\.0{1,6})?|[0-9]{1,2}(?:\\.[0-9]{1,6})?)%)$"},message:"must match pattern \""+"^(?:auto|(?:100(?:\\.0{1,6})?|[0-9]{1,2}(?:\\.[0-9]{1,6})?)%)$"+"\"",schema:"^(?:auto|(?:100(?:\\.0{1,6})?|[0-9]{1,2}(?:\\.[0-9]{1,6})?)%)$",parentSchema:schema13.properties.maxBad,data:data10};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
if(data.drop !== undefined){
let data11 = data.drop;
if(Array.isArray(data11)){
if(data11.length > 10000){
const err34 = {instancePath:instancePath+"/drop",schemaPath:"#/properties/drop/maxItems",keyword:"maxItems",params:{limit: 10000},message:"must NOT have more than 10000 items",schema:10000,parentSchema:schema13.properties.drop,data:data11};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
const len1 = data11.length;
for(let i1=0; i1<len1; i1++){
let data12 = data11[i1];
if((typeof data12 !== "string") && (!(((typeof data12 == "number") && (!(data12 % 1) && !isNaN(data12))) && (isFinite(data12))))){
const err35 = {instancePath:instancePath+"/drop/" + i1,schemaPath:"#/definitions/field/type",keyword:"type",params:{type: schema14.type},message:"must be string,integer",schema:schema14.type,parentSchema:schema14,data:data12};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
if((typeof data12 == "number") && (isFinite(data12))){
if(data12 > 999999 || isNaN(data12)){
const err36 = {instancePath:instancePath+"/drop/" + i1,schemaPath:"#/definitions/field/maximum",keyword:"maximum",params:{comparison: "<=", limit: 999999},message:"must be <= 999999",schema:999999,parentSchema:schema14,data:data12};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
if(data12 < 0 || isNaN(data12)){
const err37 = {instancePath:instancePath+"/drop/" + i1,schemaPath:"#/definitions/field/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema14,data:data12};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
}
if(typeof data12 === "string"){
if(func2(data12) < 1){
const err38 = {instancePath:instancePath+"/drop/" + i1,schemaPath:"#/definitions/field/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema14,data:data12};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
}
}
}
else {
const err39 = {instancePath:instancePath+"/drop",schemaPath:"#/properties/drop/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema13.properties.drop.type,parentSchema:schema13.properties.drop,data:data11};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
}
if(data.keep !== undefined){
let data13 = data.keep;
if(Array.isArray(data13)){
if(data13.length > 10000){
const err40 = {instancePath:instancePath+"/keep",schemaPath:"#/properties/keep/maxItems",keyword:"maxItems",params:{limit: 10000},message:"must NOT have more than 10000 items",schema:10000,parentSchema:schema13.properties.keep,data:data13};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
if(data13.length < 1){
const err41 = {instancePath:instancePath+"/keep",schemaPath:"#/properties/keep/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema13.properties.keep,data:data13};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
const len2 = data13.length;
for(let i2=0; i2<len2; i2++){
let data14 = data13[i2];
if((typeof data14 !== "string") && (!(((typeof data14 == "number") && (!(data14 % 1) && !isNaN(data14))) && (isFinite(data14))))){
const err42 = {instancePath:instancePath+"/keep/" + i2,schemaPath:"#/definitions/field/type",keyword:"type",params:{type: schema14.type},message:"must be string,integer",schema:schema14.type,parentSchema:schema14,data:data14};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
if((typeof data14 == "number") && (isFinite(data14))){
if(data14 > 999999 || isNaN(data14)){
const err43 = {instancePath:instancePath+"/keep/" + i2,schemaPath:"#/definitions/field/maximum",keyword:"maximum",params:{comparison: "<=", limit: 999999},message:"must be <= 999999",schema:999999,parentSchema:schema14,data:data14};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
if(data14 < 0 || isNaN(data14)){
const err44 = {instancePath:instancePath+"/keep/" + i2,schemaPath:"#/definitions/field/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema14,data:data14};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
}
if(typeof data14 === "string"){
if(func2(data14) < 1){
const err45 = {instancePath:instancePath+"/keep/" + i2,schemaPath:"#/definitions/field/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema14,data:data14};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
}
}
}
else {
const err46 = {instancePath:instancePath+"/keep",schemaPath:"#/properties/keep/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema13.properties.keep.type,parentSchema:schema13.properties.keep,data:data13};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
}
let data15 = data.require;
if(Array.isArray(data15)){
if(data15.length > 10000){
const err47 = {instancePath:instancePath+"/require",schemaPath:"#/properties/require/maxItems",keyword:"maxItems",params:{limit: 10000},message:"must NOT have more than 10000 items",schema:10000,parentSchema:schema13.properties.require,data:data15};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
const len3 = data15.length;
for(let i3=0; i3<len3; i3++){
let data16 = data15[i3];
if((typeof data16 !== "string") && (!(((typeof data16 == "number") && (!(data16 % 1) && !isNaN(data16))) && (isFinite(data16))))){
const err48 = {instancePath:instancePath+"/require/" + i3,schemaPath:"#/definitions/field/type",keyword:"type",params:{type: schema14.type},message:"must be string,integer",schema:schema14.type,parentSchema:schema14,data:data16};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
if((typeof data16 == "number") && (isFinite(data16))){
if(data16 > 999999 || isNaN(data16)){
const err49 = {instancePath:instancePath+"/require/" + i3,schemaPath:"#/definitions/field/maximum",keyword:"maximum",params:{comparison: "<=", limit: 999999},message:"must be <= 999999",schema:999999,parentSchema:schema14,data:data16};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
if(data16 < 0 || isNaN(data16)){
const err50 = {instancePath:instancePath+"/require/" + i3,schemaPath:"#/definitions/field/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema14,data:data16};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
}
if(typeof data16 === "string"){
if(func2(data16) < 1){
const err51 = {instancePath:instancePath+"/require/" + i3,schemaPath:"#/definitions/field/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema14,data:data16};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
}
}
}
else {
const err52 = {instancePath:instancePath+"/require",schemaPath:"#/properties/require/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema13.properties.require.type,parentSchema:schema13.properties.require,data:data15};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
let data17 = data.phones;
if(Array.isArray(data17)){
if(data17.length > 10000){
const err53 = {instancePath:instancePath+"/phones",schemaPath:"#/properties/phones/maxItems",keyword:"maxItems",params:{limit: 10000},message:"must NOT have more than 10000 items",schema:10000,parentSchema:schema13.properties.phones,data:data17};
if(vErrors === null){
vErrors = [err53];
}
else {
vErrors.push(err53);
}
errors++;
}
const len4 = data17.length;
for(let i4=0; i4<len4; i4++){
if(!(validate13(data17[i4], {instancePath:instancePath+"/phones/" + i4,parentData:data17,parentDataProperty:i4,rootData}))){
vErrors = vErrors === null ? validate13.errors : vErrors.concat(validate13.errors);
errors = vErrors.length;
}
}
}
else {
const err54 = {instancePath:instancePath+"/phones",schemaPath:"#/properties/phones/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema13.properties.phones.type,parentSchema:schema13.properties.phones,data:data17};
if(vErrors === null){
vErrors = [err54];
}
else {
vErrors.push(err54);
}
errors++;
}
let data19 = data.trim;
if((typeof data19 !== "boolean") && (!(Array.isArray(data19)))){
const err55 = {instancePath:instancePath+"/trim",schemaPath:"#/properties/trim/type",keyword:"type",params:{type: schema13.properties.trim.type},message:"must be boolean,array",schema:schema13.properties.trim.type,parentSchema:schema13.properties.trim,data:data19};
if(vErrors === null){
vErrors = [err55];
}
else {
vErrors.push(err55);
}
errors++;
}
if(Array.isArray(data19)){
if(data19.length > 10000){
const err56 = {instancePath:instancePath+"/trim",schemaPath:"#/properties/trim/maxItems",keyword:"maxItems",params:{limit: 10000},message:"must NOT have more than 10000 items",schema:10000,parentSchema:schema13.properties.trim,data:data19};
if(vErrors === null){
vErrors = [err56];
}
else {
vErrors.push(err56);
}
errors++;
}
const len5 = data19.length;
for(let i5=0; i5<len5; i5++){
let data20 = data19[i5];
if((typeof data20 !== "string") && (!(((typeof data20 == "number") && (!(data20 % 1) && !isNaN(data20))) && (isFinite(data20))))){
const err57 = {instancePath:instancePath+"/trim/" + i5,schemaPath:"#/definitions/field/type",keyword:"type",params:{type: schema14.type},message:"must be string,integer",schema:schema14.type,parentSchema:schema14,data:data20};
if(vErrors === null){
vErrors = [err57];
}
else {
vErrors.push(err57);
}
errors++;
}
if((typeof data20 == "number") && (isFinite(data20))){
if(data20 > 999999 || isNaN(data20)){
const err58 = {instancePath:instancePath+"/trim/" + i5,schemaPath:"#/definitions/field/maximum",keyword:"maximum",params:{comparison: "<=", limit: 999999},message:"must be <= 999999",schema:999999,parentSchema:schema14,data:data20};
if(vErrors === null){
vErrors = [err58];
}
else {
vErrors.push(err58);
}
errors++;
}
if(data20 < 0 || isNaN(data20)){
const err59 = {instancePath:instancePath+"/trim/" + i5,schemaPath:"#/definitions/field/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema14,data:data20};
if(vErrors === null){
vErrors = [err59];
}
else {
vErrors.push(err59);
}
errors++;
}
}
if(typeof data20 === "string"){
if(func2(data20) < 1){
const err60 = {instancePath:instancePath+"/trim/" + i5,schemaPath:"#/definitions/field/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema14,data:data20};
if(vErrors === null){
vErrors = [err60];
}
else {
vErrors.push(err60);
}
errors++;
}
}
}
}
if(data.where !== undefined){
if(!(validate15(data.where, {instancePath:instancePath+"/where",parentData:data,parentDataProperty:"where",rootData}))){
vErrors = vErrors === null ? validate15.errors : vErrors.concat(validate15.errors);
errors = vErrors.length;
}
}
let data22 = data.dates;
if(Array.isArray(data22)){
if(data22.length > 10000){
const err61 = {instancePath:instancePath+"/dates",schemaPath:"#/properties/dates/maxItems",keyword:"maxItems",params:{limit: 10000},message:"must NOT have more than 10000 items",schema:10000,parentSchema:schema13.properties.dates,data:data22};
if(vErrors === null){
vErrors = [err61];
}
else {
vErrors.push(err61);
}
errors++;
}
const len6 = data22.length;
for(let i6=0; i6<len6; i6++){
if(!(validate17(data22[i6], {instancePath:instancePath+"/dates/" + i6,parentData:data22,parentDataProperty:i6,rootData}))){
vErrors = vErrors === null ? validate17.errors : vErrors.concat(validate17.errors);
errors = vErrors.length;
}
}
}
else {
const err62 = {instancePath:instancePath+"/dates",schemaPath:"#/properties/dates/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema13.properties.dates.type,parentSchema:schema13.properties.dates,data:data22};
if(vErrors === null){
vErrors = [err62];
}
else {
vErrors.push(err62);
}
errors++;
}
let data24 = data.hash;
if(Array.isArray(data24)){
if(data24.length > 10000){
const err63 = {instancePath:instancePath+"/hash",schemaPath:"#/properties/hash/maxItems",keyword:"maxItems",params:{limit: 10000},message:"must NOT have more than 10000 items",schema:10000,parentSchema:schema13.properties.hash,data:data24};
if(vErrors === null){
vErrors = [err63];
}
else {
vErrors.push(err63);
}
errors++;
}
const len7 = data24.length;
for(let i7=0; i7<len7; i7++){
let data25 = data24[i7];
if((typeof data25 !== "string") && (!(((typeof data25 == "number") && (!(data25 % 1) && !isNaN(data25))) && (isFinite(data25))))){
const err64 = {instancePath:instancePath+"/hash/" + i7,schemaPath:"#/definitions/field/type",keyword:"type",params:{type: schema14.type},message:"must be string,integer",schema:schema14.type,parentSchema:schema14,data:data25};
if(vErrors === null){
vErrors = [err64];
}
else {
vErrors.push(err64);
}
errors++;
}
if((typeof data25 == "number") && (isFinite(data25))){
if(data25 > 999999 || isNaN(data25)){
const err65 = {instancePath:instancePath+"/hash/" + i7,schemaPath:"#/definitions/field/maximum",keyword:"maximum",params:{comparison: "<=", limit: 999999},message:"must be <= 999999",schema:999999,parentSchema:schema14,data:data25};
if(vErrors === null){
vErrors = [err65];
}
else {
vErrors.push(err65);
}
errors++;
}
if(data25 < 0 || isNaN(data25)){
const err66 = {instancePath:instancePath+"/hash/" + i7,schemaPath:"#/definitions/field/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema14,data:data25};
if(vErrors === null){
vErrors = [err66];
}
else {
vErrors.push(err66);
}
errors++;
}
}
if(typeof data25 === "string"){
if(func2(data25) < 1){
const err67 = {instancePath:instancePath+"/hash/" + i7,schemaPath:"#/definitions/field/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema14,data:data25};
if(vErrors === null){
vErrors = [err67];
}
else {
vErrors.push(err67);
}
errors++;
}
}
}
}
else {
const err68 = {instancePath:instancePath+"/hash",schemaPath:"#/properties/hash/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema13.properties.hash.type,parentSchema:schema13.properties.hash,data:data24};
if(vErrors === null){
vErrors = [err68];
}
else {
vErrors.push(err68);
}
errors++;
}
let data26 = data.mask;
if(Array.isArray(data26)){
if(data26.length > 10000){
const err69 = {instancePath:instancePath+"/mask",schemaPath:"#/properties/mask/maxItems",keyword:"maxItems",params:{limit: 10000},message:"must NOT have more than 10000 items",schema:10000,parentSchema:schema13.properties.mask,data:data26};
if(vErrors === null){
vErrors = [err69];
}
else {
vErrors.push(err69);
}
errors++;
}
const len8 = data26.length;
for(let i8=0; i8<len8; i8++){
if(!(validate19(data26[i8], {instancePath:instancePath+"/mask/" + i8,parentData:data26,parentDataProperty:i8,rootData}))){
vErrors = vErrors === null ? validate19.errors : vErrors.concat(validate19.errors);
errors = vErrors.length;
}
}
}
else {
const err70 = {instancePath:instancePath+"/mask",schemaPath:"#/properties/mask/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema13.properties.mask.type,parentSchema:schema13.properties.mask,data:data26};
if(vErrors === null){
vErrors = [err70];
}
else {
vErrors.push(err70);
}
errors++;
}
let data28 = data.set;
if(data28 && typeof data28 == "object" && !Array.isArray(data28)){
if(Object.keys(data28).length > 1000){
const err71 = {instancePath:instancePath+"/set",schemaPath:"#/properties/set/maxProperties",keyword:"maxProperties",params:{limit: 1000},message:"must NOT have more than 1000 properties",schema:1000,parentSchema:schema13.properties.set,data:data28};
if(vErrors === null){
vErrors = [err71];
}
else {
vErrors.push(err71);
}
errors++;
}
for(const key1 in data28){
const _errs66 = errors;
if(typeof key1 === "string"){
if(func2(key1) < 1){
const err72 = {instancePath:instancePath+"/set",schemaPath:"#/properties/set/propertyNames/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema13.properties.set.propertyNames,data:key1,propertyName:key1};
if(vErrors === null){
vErrors = [err72];
}
else {
vErrors.push(err72);
}
errors++;
}
}
var valid28 = _errs66 === errors;
if(!valid28){
const err73 = {instancePath:instancePath+"/set",schemaPath:"#/properties/set/propertyNames",keyword:"propertyNames",params:{propertyName: key1},message:"property name must be valid",schema:schema13.properties.set.propertyNames,parentSchema:schema13.properties.set,data:data28};
if(vErrors === null){
vErrors = [err73];
}
else {
vErrors.push(err73);
}
errors++;
}
}
for(const key2 in data28){
let data29 = data28[key2];
if((typeof data29 !== "string") && (!((typeof data29 == "number") && (isFinite(data29))))){
const err74 = {instancePath:instancePath+"/set/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/set/additionalProperties/type",keyword:"type",params:{type: schema13.properties.set.additionalProperties.type},message:"must be string,number",schema:schema13.properties.set.additionalProperties.type,parentSchema:schema13.properties.set.additionalProperties,data:data29};
if(vErrors === null){
vErrors = [err74];
}
else {
vErrors.push(err74);
}
errors++;
}
}
}
else {
const err75 = {instancePath:instancePath+"/set",schemaPath:"#/properties/set/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema13.properties.set.type,parentSchema:schema13.properties.set,data:data28};
if(vErrors === null){
vErrors = [err75];
}
else {
vErrors.push(err75);
}
errors++;
}
if(data.select !== undefined){
let data30 = data.select;
if(Array.isArray(data30)){
if(data30.length > 10000){
const err76 = {instancePath:instancePath+"/select",schemaPath:"#/properties/select/maxItems",keyword:"maxItems",params:{limit: 10000},message:"must NOT have more than 10000 items",schema:10000,parentSchema:schema13.properties.select,data:data30};
if(vErrors === null){
vErrors = [err76];
}
else {
vErrors.push(err76);
}
errors++;
}
if(data30.length < 1){
const err77 = {instancePath:instancePath+"/select",schemaPath:"#/properties/select/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema13.properties.select,data:data30};
if(vErrors === null){
vErrors = [err77];
}
else {
vErrors.push(err77);
}
errors++;
}
const len9 = data30.length;
for(let i9=0; i9<len9; i9++){
let data31 = data30[i9];
if((typeof data31 !== "string") && (!(((typeof data31 == "number") && (!(data31 % 1) && !isNaN(data31))) && (isFinite(data31))))){
const err78 = {instancePath:instancePath+"/select/" + i9,schemaPath:"#/definitions/field/type",keyword:"type",params:{type: schema14.type},message:"must be string,integer",schema:schema14.type,parentSchema:schema14,data:data31};
if(vErrors === null){
vErrors = [err78];
}
else {
vErrors.push(err78);
}
errors++;
}
if((typeof data31 == "number") && (isFinite(data31))){
if(data31 > 999999 || isNaN(data31)){
const err79 = {instancePath:instancePath+"/select/" + i9,schemaPath:"#/definitions/field/maximum",keyword:"maximum",params:{comparison: "<=", limit: 999999},message:"must be <= 999999",schema:999999,parentSchema:schema14,data:data31};
if(vErrors === null){
vErrors = [err79];
}
else {
vErrors.push(err79);
}
errors++;
}
if(data31 < 0 || isNaN(data31)){
const err80 = {instancePath:instancePath+"/select/" + i9,schemaPath:"#/definitions/field/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema14,data:data31};
if(vErrors === null){
vErrors = [err80];
}
else {
vErrors.push(err80);
}
errors++;
}
}
if(typeof data31 === "string"){
if(func2(data31) < 1){
const err81 = {instancePath:instancePath+"/select/" + i9,schemaPath:"#/definitions/field/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema14,data:data31};
if(vErrors === null){
vErrors = [err81];
}
else {
vErrors.push(err81);
}
errors++;
}
}
}
}
else {
const err82 = {instancePath:instancePath+"/select",schemaPath:"#/properties/select/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema13.properties.select.type,parentSchema:schema13.properties.select,data:data30};
if(vErrors === null){
vErrors = [err82];
}
else {
vErrors.push(err82);
}
errors++;
}
}
let data32 = data.rename;
if(data32 && typeof data32 == "object" && !Array.isArray(data32)){
if(Object.keys(data32).length > 10000){
const err83 = {instancePath:instancePath+"/rename",schemaPath:"#/properties/rename/maxProperties",keyword:"maxProperties",params:{limit: 10000},message:"must NOT have more than 10000 properties",schema:10000,parentSchema:schema13.properties.rename,data:data32};
if(vErrors === null){
vErrors = [err83];
}
else {
vErrors.push(err83);
}
errors++;
}
for(const key3 in data32){
const _errs77 = errors;
if(typeof key3 === "string"){
if(func2(key3) < 1){
const err84 = {instancePath:instancePath+"/rename",schemaPath:"#/properties/rename/propertyNames/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema13.properties.rename.propertyNames,data:key3,propertyName:key3};
if(vErrors === null){
vErrors = [err84];
}
else {
vErrors.push(err84);
}
errors++;
}
}
var valid33 = _errs77 === errors;
if(!valid33){
const err85 = {instancePath:instancePath+"/rename",schemaPath:"#/properties/rename/propertyNames",keyword:"propertyNames",params:{propertyName: key3},message:"property name must be valid",schema:schema13.properties.rename.propertyNames,parentSchema:schema13.properties.rename,data:data32};
if(vErrors === null){
vErrors = [err85];
}
else {
vErrors.push(err85);
}
errors++;
}
}
for(const key4 in data32){
let data33 = data32[key4];
if(typeof data33 === "string"){
if(func2(data33) < 1){
const err86 = {instancePath:instancePath+"/rename/" + key4.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/rename/additionalProperties/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema13.properties.rename.additionalProperties,data:data33};
if(vErrors === null){
vErrors = [err86];
}
else {
vErrors.push(err86);
}
errors++;
}
}
else {
const err87 = {instancePath:instancePath+"/rename/" + key4.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/rename/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema13.properties.rename.additionalProperties.type,parentSchema:schema13.properties.rename.additionalProperties,data:data33};
if(vErrors === null){
vErrors = [err87];
}
else {
vErrors.push(err87);
}
errors++;
}
}
}
else {
const err88 = {instancePath:instancePath+"/rename",schemaPath:"#/properties/rename/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema13.properties.rename.type,parentSchema:schema13.properties.rename,data:data32};
if(vErrors === null){
vErrors = [err88];
}
else {
vErrors.push(err88);
}
errors++;
}
let data34 = data.columns;
if(data34 && typeof data34 == "object" && !Array.isArray(data34)){
if(Object.keys(data34).length > 10000){
const err89 = {instancePath:instancePath+"/columns",schemaPath:"#/properties/columns/maxProperties",keyword:"maxProperties",params:{limit: 10000},message:"must NOT have more than 10000 properties",schema:10000,parentSchema:schema13.properties.columns,data:data34};
if(vErrors === null){
vErrors = [err89];
}
else {
vErrors.push(err89);
}
errors++;
}
for(const key5 in data34){
const _errs83 = errors;
if(typeof key5 === "string"){
if(func2(key5) < 1){
const err90 = {instancePath:instancePath+"/columns",schemaPath:"#/properties/columns/propertyNames/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema13.properties.columns.propertyNames,data:key5,propertyName:key5};
if(vErrors === null){
vErrors = [err90];
}
else {
vErrors.push(err90);
}
errors++;
}
}
var valid35 = _errs83 === errors;
if(!valid35){
const err91 = {instancePath:instancePath+"/columns",schemaPath:"#/properties/columns/propertyNames",keyword:"propertyNames",params:{propertyName: key5},message:"property name must be valid",schema:schema13.properties.columns.propertyNames,parentSchema:schema13.properties.columns,data:data34};
if(vErrors === null){
vErrors = [err91];
}
else {
vErrors.push(err91);
}
errors++;
}
}
for(const key6 in data34){
let data35 = data34[key6];
if((typeof data35 !== "string") && (!(data35 && typeof data35 == "object" && !Array.isArray(data35)))){
const err92 = {instancePath:instancePath+"/columns/" + key6.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/definitions/column/type",keyword:"type",params:{type: schema28.type},message:"must be string,object",schema:schema28.type,parentSchema:schema28,data:data35};
if(vErrors === null){
vErrors = [err92];
}
else {
vErrors.push(err92);
}
errors++;
}
if(typeof data35 === "string"){
if(!pattern6.test(data35)){
const err93 = {instancePath:instancePath+"/columns/" + key6.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/definitions/column/pattern",keyword:"pattern",params:{pattern: "^(?:text|boolean|smallint|integer|bigint|numeric|real|double precision|date|time|timestamp|timestamptz|uuid|jsonb?)$"},message:"must match pattern \""+"^(?:text|boolean|smallint|integer|bigint|numeric|real|double precision|date|time|timestamp|timestamptz|uuid|jsonb?)$"+"\"",schema:"^(?:text|boolean|smallint|integer|bigint|numeric|real|double precision|date|time|timestamp|timestamptz|uuid|jsonb?)$",parentSchema:schema28,data:data35};
if(vErrors === null){
vErrors = [err93];
}
else {
vErrors.push(err93);
}
errors++;
}
}
if(data35 && typeof data35 == "object" && !Array.isArray(data35)){
if(data35.null === undefined){
data35.null = [];
}
if(data35.type === undefined){
const err94 = {instancePath:instancePath+"/columns/" + key6.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/definitions/column/required",keyword:"required",params:{missingProperty: "type"},message:"must have required property '"+"type"+"'",schema:schema28.required,parentSchema:schema28,data:data35};
if(vErrors === null){
vErrors = [err94];
}
else {
vErrors.push(err94);
}
errors++;
}
for(const key7 in data35){
if(!((key7 === "type") || (key7 === "null"))){
const err95 = {instancePath:instancePath+"/columns/" + key6.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/definitions/column/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key7},message:"must NOT have additional properties",schema:false,parentSchema:schema28,data:data35};
if(vErrors === null){
vErrors = [err95];
}
else {
vErrors.push(err95);
}
errors++;
}
}
if(data35.type !== undefined){
let data36 = data35.type;
if(!(((((((((((((((data36 === "text") || (data36 === "boolean")) || (data36 === "smallint")) || (data36 === "integer")) || (data36 === "bigint")) || (data36 === "numeric")) || (data36 === "real")) || (data36 === "double precision")) || (data36 === "date")) || (data36 === "time")) || (data36 === "timestamp")) || (data36 === "timestamptz")) || (data36 === "uuid")) || (data36 === "json")) || (data36 === "jsonb"))){
const err96 = {instancePath:instancePath+"/columns/" + key6.replace(/~/g, "~0").replace(/\//g, "~1")+"/type",schemaPath:"#/definitions/column/properties/type/enum",keyword:"enum",params:{allowedValues: schema28.properties.type.enum},message:"must be equal to one of the allowed values",schema:schema28.properties.type.enum,parentSchema:schema28.properties.type,data:data36};
if(vErrors === null){
vErrors = [err96];
}
else {
vErrors.push(err96);
}
errors++;
}
}
let data37 = data35.null;
if(Array.isArray(data37)){
if(data37.length > 1000){
const err97 = {instancePath:instancePath+"/columns/" + key6.replace(/~/g, "~0").replace(/\//g, "~1")+"/null",schemaPath:"#/definitions/column/properties/null/maxItems",keyword:"maxItems",params:{limit: 1000},message:"must NOT have more than 1000 items",schema:1000,parentSchema:schema28.properties.null,data:data37};
if(vErrors === null){
vErrors = [err97];
}
else {
vErrors.push(err97);
}
errors++;
}
const len10 = data37.length;
for(let i10=0; i10<len10; i10++){
let data38 = data37[i10];
if(typeof data38 !== "string"){
const err98 = {instancePath:instancePath+"/columns/" + key6.replace(/~/g, "~0").replace(/\//g, "~1")+"/null/" + i10,schemaPath:"#/definitions/column/properties/null/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema28.properties.null.items.type,parentSchema:schema28.properties.null.items,data:data38};
if(vErrors === null){
vErrors = [err98];
}
else {
vErrors.push(err98);
}
errors++;
}
}
}
else {
const err99 = {instancePath:instancePath+"/columns/" + key6.replace(/~/g, "~0").replace(/\//g, "~1")+"/null",schemaPath:"#/definitions/column/properties/null/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema28.properties.null.type,parentSchema:schema28.properties.null,data:data37};
if(vErrors === null){
vErrors = [err99];
}
else {
vErrors.push(err99);
}
errors++;
}
}
}
}
else {
const err100 = {instancePath:instancePath+"/columns",schemaPath:"#/properties/columns/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema13.properties.columns.type,parentSchema:schema13.properties.columns,data:data34};
if(vErrors === null){
vErrors = [err100];
}
else {
vErrors.push(err100);
}
errors++;
}
if(data.table !== undefined){
let data39 = data.table;
if((typeof data39 !== "string") && (!(data39 && typeof data39 == "object" && !Array.isArray(data39)))){
const err101 = {instancePath:instancePath+"/table",schemaPath:"#/definitions/table/type",keyword:"type",params:{type: schema29.type},message:"must be string,object",schema:schema29.type,parentSchema:schema29,data:data39};
if(vErrors === null){
vErrors = [err101];
}
else {
vErrors.push(err101);
}
errors++;
}
if(typeof data39 === "string"){
if(!pattern7.test(data39)){
const err102 = {instancePath:instancePath+"/table",schemaPath:"#/definitions/table/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000.\\ud800-\\udfff]+(?:\\.[^\\u0000.\\ud800-\\udfff]+)?$"},message:"must match pattern \""+"^[^\\u0000.\\ud800-\\udfff]+(?:\\.[^\\u0000.\\ud800-\\udfff]+)?$"+"\"",schema:"^[^\\u0000.\\ud800-\\udfff]+(?:\\.[^\\u0000.\\ud800-\\udfff]+)?$",parentSchema:schema29,data:data39};
if(vErrors === null){
vErrors = [err102];
}
else {
vErrors.push(err102);
}
errors++;
}
}
if(data39 && typeof data39 == "object" && !Array.isArray(data39)){
if(data39.mode === undefined){
data39.mode = "append";
}
if(data39.name === undefined){
const err103 = {instancePath:instancePath+"/table",schemaPath:"#/definitions/table/required",keyword:"required",params:{missingProperty: "name"},message:"must have required property '"+"name"+"'",schema:schema29.required,parentSchema:schema29,data:data39};
if(vErrors === null){
vErrors = [err103];
}
else {
vErrors.push(err103);
}
errors++;
}
for(const key8 in data39){
if(!(((key8 === "name") || (key8 === "mode")) || (key8 === "key"))){
const err104 = {instancePath:instancePath+"/table",schemaPath:"#/definitions/table/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key8},message:"must NOT have additional properties",schema:false,parentSchema:schema29,data:data39};
if(vErrors === null){
vErrors = [err104];
}
else {
vErrors.push(err104);
}
errors++;
}
}
if(data39.name !== undefined){
let data40 = data39.name;
if(typeof data40 === "string"){
if(!pattern7.test(data40)){
const err105 = {instancePath:instancePath+"/table/name",schemaPath:"#/definitions/table/properties/name/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000.\\ud800-\\udfff]+(?:\\.[^\\u0000.\\ud800-\\udfff]+)?$"},message:"must match pattern \""+"^[^\\u0000.\\ud800-\\udfff]+(?:\\.[^\\u0000.\\ud800-\\udfff]+)?$"+"\"",schema:"^[^\\u0000.\\ud800-\\udfff]+(?:\\.[^\\u0000.\\ud800-\\udfff]+)?$",parentSchema:schema29.properties.name,data:data40};
if(vErrors === null){
vErrors = [err105];
}
else {
vErrors.push(err105);
}
errors++;
}
}
else {
const err106 = {instancePath:instancePath+"/table/name",schemaPath:"#/definitions/table/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema29.properties.name.type,parentSchema:schema29.properties.name,data:data40};
if(vErrors === null){
vErrors = [err106];
}
else {
vErrors.push(err106);
}
errors++;
}
}
let data41 = data39.mode;
if(!(((data41 === "append") || (data41 === "replace")) || (data41 === "merge"))){
const err107 = {instancePath:instancePath+"/table/mode",schemaPath:"#/definitions/table/properties/mode/enum",keyword:"enum",params:{allowedValues: schema29.properties.mode.enum},message:"must be equal to one of the allowed values",schema:schema29.properties.mode.enum,parentSchema:schema29.properties.mode,data:data41};
if(vErrors === null){
vErrors = [err107];
}
else {
vErrors.push(err107);
}
errors++;
}
if(data39.key !== undefined){
let data42 = data39.key;
if(Array.isArray(data42)){
if(data42.length > 32){
const err108 = {instancePath:instancePath+"/table/key",schemaPath:"#/definitions/table/properties/key/maxItems",keyword:"maxItems",params:{limit: 32},message:"must NOT have more than 32 items",schema:32,parentSchema:schema29.properties.key,data:data42};
if(vErrors === null){
vErrors = [err108];
}
else {
vErrors.push(err108);
}
errors++;
}
if(data42.length < 1){
const err109 = {instancePath:instancePath+"/table/key",schemaPath:"#/definitions/table/properties/key/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema29.properties.key,data:data42};
if(vErrors === null){
vErrors = [err109];
}
else {
vErrors.push(err109);
}
errors++;
}
const len11 = data42.length;
for(let i11=0; i11<len11; i11++){
let data43 = data42[i11];
if(typeof data43 === "string"){
if(func2(data43) < 1){
const err110 = {instancePath:instancePath+"/table/key/" + i11,schemaPath:"#/definitions/table/properties/key/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema29.properties.key.items,data:data43};
if(vErrors === null){
vErrors = [err110];
}
else {
vErrors.push(err110);
}
errors++;
}
}
else {
const err111 = {instancePath:instancePath+"/table/key/" + i11,schemaPath:"#/definitions/table/properties/key/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema29.properties.key.items.type,parentSchema:schema29.properties.key.items,data:data43};
if(vErrors === null){
vErrors = [err111];
}
else {
vErrors.push(err111);
}
errors++;
}
}
}
else {
const err112 = {instancePath:instancePath+"/table/key",schemaPath:"#/definitions/table/properties/key/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema29.properties.key.type,parentSchema:schema29.properties.key,data:data42};
if(vErrors === null){
vErrors = [err112];
}
else {
vErrors.push(err112);
}
errors++;
}
}
}
}
let data44 = data.writeHeader;
if(typeof data44 !== "boolean"){
const err113 = {instancePath:instancePath+"/writeHeader",schemaPath:"#/properties/writeHeader/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema13.properties.writeHeader.type,parentSchema:schema13.properties.writeHeader,data:data44};
if(vErrors === null){
vErrors = [err113];
}
else {
vErrors.push(err113);
}
errors++;
}
let data45 = data.output;
if(data45 && typeof data45 == "object" && !Array.isArray(data45)){
for(const key9 in data45){
if(!(key9 === "delimiter")){
const err114 = {instancePath:instancePath+"/output",schemaPath:"#/properties/output/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key9},message:"must NOT have additional properties",schema:false,parentSchema:schema13.properties.output,data:data45};
if(vErrors === null){
vErrors = [err114];
}
else {
vErrors.push(err114);
}
errors++;
}
}
if(data45.delimiter !== undefined){
let data46 = data45.delimiter;
if(typeof data46 === "string"){
if(!pattern9.test(data46)){
const err115 = {instancePath:instancePath+"/output/delimiter",schemaPath:"#/properties/output/properties/delimiter/pattern",keyword:"pattern",params:{pattern: "^[\\u0001-\\u0009\\u000b\\u000c\\u000e-!#-\\u007f]$"},message:"must match pattern \""+"^[\\u0001-\\u0009\\u000b\\u000c\\u000e-!#-\\u007f]$"+"\"",schema:"^[\\u0001-\\u0009\\u000b\\u000c\\u000e-!#-\\u007f]$",parentSchema:schema13.properties.output.properties.delimiter,data:data46};
if(vErrors === null){
vErrors = [err115];
}
else {
vErrors.push(err115);
}
errors++;
}
}
else {
const err116 = {instancePath:instancePath+"/output/delimiter",schemaPath:"#/properties/output/properties/delimiter/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema13.properties.output.properties.delimiter.type,parentSchema:schema13.properties.output.properties.delimiter,data:data46};
if(vErrors === null){
vErrors = [err116];
}
else {
vErrors.push(err116);
}
errors++;
}
}
}
else {
const err117 = {instancePath:instancePath+"/output",schemaPath:"#/properties/output/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema13.properties.output.type,parentSchema:schema13.properties.output,data:data45};
if(vErrors === null){
vErrors = [err117];
}
else {
vErrors.push(err117);
}
errors++;
}
let data47 = data.badRecords;
if(!((((data47 === "quarantine") || (data47 === "skip")) || (data47 === "keep")) || (data47 === "fail"))){
const err118 = {instancePath:instancePath+"/badRecords",schemaPath:"#/properties/badRecords/enum",keyword:"enum",params:{allowedValues: schema13.properties.badRecords.enum},message:"must be equal to one of the allowed values",schema:schema13.properties.badRecords.enum,parentSchema:schema13.properties.badRecords,data:data47};
if(vErrors === null){
vErrors = [err118];
}
else {
vErrors.push(err118);
}
errors++;
}
let data48 = data.missing;
if(!((data48 === "fail") || (data48 === "ignore"))){
const err119 = {instancePath:instancePath+"/missing",schemaPath:"#/properties/missing/enum",keyword:"enum",params:{allowedValues: schema13.properties.missing.enum},message:"must be equal to one of the allowed values",schema:schema13.properties.missing.enum,parentSchema:schema13.properties.missing,data:data48};
if(vErrors === null){
vErrors = [err119];
}
else {
vErrors.push(err119);
}
errors++;
}
}
else {
const err120 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema13.type,parentSchema:schema13,data};
if(vErrors === null){
vErrors = [err120];
}
else {
vErrors.push(err120);
}
errors++;
}
validate12.errors = vErrors;
return errors === 0;
}


function validate11(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
const _errs1 = errors;
let valid0 = false;
let passing0 = null;
const _errs2 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.csv === undefined){
const err0 = {instancePath,schemaPath:"#/oneOf/0/required",keyword:"required",params:{missingProperty: "csv"},message:"must have required property '"+"csv"+"'",schema:schema12.oneOf[0].required,parentSchema:schema12.oneOf[0],data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
var _valid0 = _errs2 === errors;
if(_valid0){
valid0 = true;
passing0 = 0;
}
const _errs3 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.copy === undefined){
const err1 = {instancePath,schemaPath:"#/oneOf/1/required",keyword:"required",params:{missingProperty: "copy"},message:"must have required property '"+"copy"+"'",schema:schema12.oneOf[1].required,parentSchema:schema12.oneOf[1],data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
var _valid0 = _errs3 === errors;
if(_valid0 && valid0){
valid0 = false;
passing0 = [passing0, 1];
}
else {
if(_valid0){
valid0 = true;
passing0 = 1;
}
const _errs4 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.skip === undefined){
const err2 = {instancePath,schemaPath:"#/oneOf/2/required",keyword:"required",params:{missingProperty: "skip"},message:"must have required property '"+"skip"+"'",schema:schema12.oneOf[2].required,parentSchema:schema12.oneOf[2],data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
var _valid0 = _errs4 === errors;
if(_valid0 && valid0){
valid0 = false;
passing0 = [passing0, 2];
}
else {
if(_valid0){
valid0 = true;
passing0 = 2;
}
const _errs5 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.archive === undefined){
const err3 = {instancePath,schemaPath:"#/oneOf/3/required",keyword:"required",params:{missingProperty: "archive"},message:"must have required property '"+"archive"+"'",schema:schema12.oneOf[3].required,parentSchema:schema12.oneOf[3],data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
var _valid0 = _errs5 === errors;
if(_valid0 && valid0){
valid0 = false;
passing0 = [passing0, 3];
}
else {
if(_valid0){
valid0 = true;
passing0 = 3;
}
}
}
}
if(!valid0){
const err4 = {instancePath,schemaPath:"#/oneOf",keyword:"oneOf",params:{passingSchemas: passing0},message:"must match exactly one schema in oneOf",schema:schema12.oneOf,parentSchema:schema12,data};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
else {
errors = _errs1;
if(vErrors !== null){
if(_errs1){
vErrors.length = _errs1;
}
else {
vErrors = null;
}
}
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.match === undefined){
const err5 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "match"},message:"must have required property '"+"match"+"'",schema:schema12.required,parentSchema:schema12,data};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
for(const key0 in data){
if(!(((((key0 === "match") || (key0 === "csv")) || (key0 === "copy")) || (key0 === "skip")) || (key0 === "archive"))){
const err6 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema12,data};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.match !== undefined){
let data0 = data.match;
if(typeof data0 === "string"){
if(func2(data0) > 1024){
const err7 = {instancePath:instancePath+"/match",schemaPath:"#/properties/match/maxLength",keyword:"maxLength",params:{limit: 1024},message:"must NOT have more than 1024 characters",schema:1024,parentSchema:schema12.properties.match,data:data0};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(func2(data0) < 1){
const err8 = {instancePath:instancePath+"/match",schemaPath:"#/properties/match/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema12.properties.match,data:data0};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/match",schemaPath:"#/properties/match/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema12.properties.match.type,parentSchema:schema12.properties.match,data:data0};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.csv !== undefined){
if(!(validate12(data.csv, {instancePath:instancePath+"/csv",parentData:data,parentDataProperty:"csv",rootData}))){
vErrors = vErrors === null ? validate12.errors : vErrors.concat(validate12.errors);
errors = vErrors.length;
}
}
if(data.copy !== undefined){
let data2 = data.copy;
if(true !== data2){
const err10 = {instancePath:instancePath+"/copy",schemaPath:"#/properties/copy/const",keyword:"const",params:{allowedValue: true},message:"must be equal to constant",schema:true,parentSchema:schema12.properties.copy,data:data2};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.skip !== undefined){
let data3 = data.skip;
if(true !== data3){
const err11 = {instancePath:instancePath+"/skip",schemaPath:"#/properties/skip/const",keyword:"const",params:{allowedValue: true},message:"must be equal to constant",schema:true,parentSchema:schema12.properties.skip,data:data3};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.archive !== undefined){
let data4 = data.archive;
if(true !== data4){
const err12 = {instancePath:instancePath+"/archive",schemaPath:"#/properties/archive/const",keyword:"const",params:{allowedValue: true},message:"must be equal to constant",schema:true,parentSchema:schema12.properties.archive,data:data4};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
}
else {
const err13 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema12.type,parentSchema:schema12,data};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
validate11.errors = vErrors;
return errors === 0;
}


function validate10(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.entries === undefined){
data.entries = [];
}
if(data.limits === undefined){
data.limits = {};
}
for(const key0 in data){
if(!((((key0 === "$schema") || (key0 === "entries")) || (key0 === "entryNames")) || (key0 === "limits"))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema11,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.$schema !== undefined){
let data0 = data.$schema;
if(typeof data0 !== "string"){
const err1 = {instancePath:instancePath+"/$schema",schemaPath:"#/properties/%24schema/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.$schema.type,parentSchema:schema11.properties.$schema,data:data0};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
let data1 = data.entries;
if(Array.isArray(data1)){
if(data1.length > 1000){
const err2 = {instancePath:instancePath+"/entries",schemaPath:"#/properties/entries/maxItems",keyword:"maxItems",params:{limit: 1000},message:"must NOT have more than 1000 items",schema:1000,parentSchema:schema11.properties.entries,data:data1};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
if(!(validate11(data1[i0], {instancePath:instancePath+"/entries/" + i0,parentData:data1,parentDataProperty:i0,rootData}))){
vErrors = vErrors === null ? validate11.errors : vErrors.concat(validate11.errors);
errors = vErrors.length;
}
}
}
else {
const err3 = {instancePath:instancePath+"/entries",schemaPath:"#/properties/entries/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema11.properties.entries.type,parentSchema:schema11.properties.entries,data:data1};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.entryNames !== undefined){
let data3 = data.entryNames;
if(typeof data3 !== "string"){
const err4 = {instancePath:instancePath+"/entryNames",schemaPath:"#/properties/entryNames/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.entryNames.type,parentSchema:schema11.properties.entryNames,data:data3};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
let data4 = data.limits;
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
if(data4.maxEntries === undefined){
data4.maxEntries = 10000;
}
if(data4.maxRatio === undefined){
data4.maxRatio = 500;
}
if(data4.maxTotalBytes === undefined){
data4.maxTotalBytes = 107374182400;
}
if(data4.maxRecordBytes === undefined){
data4.maxRecordBytes = 16777216;
}
for(const key1 in data4){
if(!((((key1 === "maxEntries") || (key1 === "maxRatio")) || (key1 === "maxTotalBytes")) || (key1 === "maxRecordBytes"))){
const err5 = {instancePath:instancePath+"/limits",schemaPath:"#/properties/limits/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.limits,data:data4};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
let data5 = data4.maxEntries;
if(!(((typeof data5 == "number") && (!(data5 % 1) && !isNaN(data5))) && (isFinite(data5)))){
const err6 = {instancePath:instancePath+"/limits/maxEntries",schemaPath:"#/properties/limits/properties/maxEntries/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.limits.properties.maxEntries.type,parentSchema:schema11.properties.limits.properties.maxEntries,data:data5};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if((typeof data5 == "number") && (isFinite(data5))){
if(data5 > 1000000 || isNaN(data5)){
const err7 = {instancePath:instancePath+"/limits/maxEntries",schemaPath:"#/properties/limits/properties/maxEntries/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000},message:"must be <= 1000000",schema:1000000,parentSchema:schema11.properties.limits.properties.maxEntries,data:data5};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(data5 < 1 || isNaN(data5)){
const err8 = {instancePath:instancePath+"/limits/maxEntries",schemaPath:"#/properties/limits/properties/maxEntries/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema11.properties.limits.properties.maxEntries,data:data5};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
let data6 = data4.maxRatio;
if(!(((typeof data6 == "number") && (!(data6 % 1) && !isNaN(data6))) && (isFinite(data6)))){
const err9 = {instancePath:instancePath+"/limits/maxRatio",schemaPath:"#/properties/limits/properties/maxRatio/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.limits.properties.maxRatio.type,parentSchema:schema11.properties.limits.properties.maxRatio,data:data6};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if((typeof data6 == "number") && (isFinite(data6))){
if(data6 > 1000000 || isNaN(data6)){
const err10 = {instancePath:instancePath+"/limits/maxRatio",schemaPath:"#/properties/limits/properties/maxRatio/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000},message:"must be <= 1000000",schema:1000000,parentSchema:schema11.properties.limits.properties.maxRatio,data:data6};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(data6 < 1 || isNaN(data6)){
const err11 = {instancePath:instancePath+"/limits/maxRatio",schemaPath:"#/properties/limits/properties/maxRatio/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema11.properties.limits.properties.maxRatio,data:data6};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
let data7 = data4.maxTotalBytes;
if(!(((typeof data7 == "number") && (!(data7 % 1) && !isNaN(data7))) && (isFinite(data7)))){
const err12 = {instancePath:instancePath+"/limits/maxTotalBytes",schemaPath:"#/properties/limits/properties/maxTotalBytes/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.limits.properties.maxTotalBytes.type,parentSchema:schema11.properties.limits.properties.maxTotalBytes,data:data7};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if((typeof data7 == "number") && (isFinite(data7))){
if(data7 > 1125899906842624 || isNaN(data7)){
const err13 = {instancePath:instancePath+"/limits/maxTotalBytes",schemaPath:"#/properties/limits/properties/maxTotalBytes/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1125899906842624},message:"must be <= 1125899906842624",schema:1125899906842624,parentSchema:schema11.properties.limits.properties.maxTotalBytes,data:data7};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(data7 < 1 || isNaN(data7)){
const err14 = {instancePath:instancePath+"/limits/maxTotalBytes",schemaPath:"#/properties/limits/properties/maxTotalBytes/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema11.properties.limits.properties.maxTotalBytes,data:data7};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
let data8 = data4.maxRecordBytes;
if(!(((typeof data8 == "number") && (!(data8 % 1) && !isNaN(data8))) && (isFinite(data8)))){
const err15 = {instancePath:instancePath+"/limits/maxRecordBytes",schemaPath:"#/properties/limits/properties/maxRecordBytes/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.limits.properties.maxRecordBytes.type,parentSchema:schema11.properties.limits.properties.maxRecordBytes,data:data8};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if((typeof data8 == "number") && (isFinite(data8))){
if(data8 > 536870912 || isNaN(data8)){
const err16 = {instancePath:instancePath+"/limits/maxRecordBytes",schemaPath:"#/properties/limits/properties/maxRecordBytes/maximum",keyword:"maximum",params:{comparison: "<=", limit: 536870912},message:"must be <= 536870912",schema:536870912,parentSchema:schema11.properties.limits.properties.maxRecordBytes,data:data8};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
if(data8 < 1 || isNaN(data8)){
const err17 = {instancePath:instancePath+"/limits/maxRecordBytes",schemaPath:"#/properties/limits/properties/maxRecordBytes/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema11.properties.limits.properties.maxRecordBytes,data:data8};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
}
else {
const err18 = {instancePath:instancePath+"/limits",schemaPath:"#/properties/limits/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.limits.type,parentSchema:schema11.properties.limits,data:data4};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
else {
const err19 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.type,parentSchema:schema11,data};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
validate10.errors = vErrors;
return errors === 0;
}
