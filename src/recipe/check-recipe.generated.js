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
const func4 = Object.prototype.hasOwnProperty;
const pattern0 = new RegExp("^[^\\u0000\\n\\r\"\\ud800-\\udfff]*$", "u");
const pattern1 = new RegExp("^auto$", "u");
const pattern3 = new RegExp("^[^\\u0000\\n\\r\\ud800-\\udfff]*$", "u");
const pattern4 = new RegExp("^(?:auto|(?:100(?:\\.0{1,6})?|[0-9]{1,2}(?:\\.[0-9]{1,6})?)%)$", "u");
const pattern6 = new RegExp("^[\\u0001-\\u0009\\u000b\\u000c\\u000e-!#-\\u007f]$", "u");
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


function validate12(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
const _errs1 = errors;
const _errs2 = errors;
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
var valid0 = _errs2 === errors;
if(valid0){
const err1 = {instancePath,schemaPath:"#/not",keyword:"not",params:{},message:"must NOT be valid",schema:schema13.not,parentSchema:schema13,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
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
const err2 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema13,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
let data0 = data.delimiter;
if(typeof data0 === "string"){
if(func2(data0) > 8){
const err3 = {instancePath:instancePath+"/delimiter",schemaPath:"#/properties/delimiter/maxLength",keyword:"maxLength",params:{limit: 8},message:"must NOT have more than 8 characters",schema:8,parentSchema:schema13.properties.delimiter,data:data0};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(func2(data0) < 1){
const err4 = {instancePath:instancePath+"/delimiter",schemaPath:"#/properties/delimiter/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema13.properties.delimiter,data:data0};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(!pattern0.test(data0)){
const err5 = {instancePath:instancePath+"/delimiter",schemaPath:"#/properties/delimiter/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000\\n\\r\"\\ud800-\\udfff]*$"},message:"must match pattern \""+"^[^\\u0000\\n\\r\"\\ud800-\\udfff]*$"+"\"",schema:"^[^\\u0000\\n\\r\"\\ud800-\\udfff]*$",parentSchema:schema13.properties.delimiter,data:data0};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/delimiter",schemaPath:"#/properties/delimiter/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema13.properties.delimiter.type,parentSchema:schema13.properties.delimiter,data:data0};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
let data1 = data.header;
if(((typeof data1 !== "boolean") && (typeof data1 !== "string")) && (!(Array.isArray(data1)))){
const err7 = {instancePath:instancePath+"/header",schemaPath:"#/properties/header/type",keyword:"type",params:{type: schema13.properties.header.type},message:"must be boolean,string,array",schema:schema13.properties.header.type,parentSchema:schema13.properties.header,data:data1};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(typeof data1 === "string"){
if(!pattern1.test(data1)){
const err8 = {instancePath:instancePath+"/header",schemaPath:"#/properties/header/pattern",keyword:"pattern",params:{pattern: "^auto$"},message:"must match pattern \""+"^auto$"+"\"",schema:"^auto$",parentSchema:schema13.properties.header,data:data1};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(Array.isArray(data1)){
if(data1.length > 10000){
const err9 = {instancePath:instancePath+"/header",schemaPath:"#/properties/header/maxItems",keyword:"maxItems",params:{limit: 10000},message:"must NOT have more than 10000 items",schema:10000,parentSchema:schema13.properties.header,data:data1};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(data1.length < 1){
const err10 = {instancePath:instancePath+"/header",schemaPath:"#/properties/header/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema13.properties.header,data:data1};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
let data2 = data1[i0];
if(typeof data2 === "string"){
if(func2(data2) < 1){
const err11 = {instancePath:instancePath+"/header/" + i0,schemaPath:"#/properties/header/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema13.properties.header.items,data:data2};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
else {
const err12 = {instancePath:instancePath+"/header/" + i0,schemaPath:"#/properties/header/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema13.properties.header.items.type,parentSchema:schema13.properties.header.items,data:data2};
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
let data3 = data.quote;
if(!((((data3 === "auto") || (data3 === "\"")) || (data3 === "'")) || (data3 === "none"))){
const err13 = {instancePath:instancePath+"/quote",schemaPath:"#/properties/quote/enum",keyword:"enum",params:{allowedValues: schema13.properties.quote.enum},message:"must be equal to one of the allowed values",schema:schema13.properties.quote.enum,parentSchema:schema13.properties.quote,data:data3};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
let data4 = data.escape;
if(!(((data4 === "auto") || (data4 === "double")) || (data4 === "backslash"))){
const err14 = {instancePath:instancePath+"/escape",schemaPath:"#/properties/escape/enum",keyword:"enum",params:{allowedValues: schema13.properties.escape.enum},message:"must be equal to one of the allowed values",schema:schema13.properties.escape.enum,parentSchema:schema13.properties.escape,data:data4};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
let data5 = data.encoding;
if(typeof data5 !== "string"){
const err15 = {instancePath:instancePath+"/encoding",schemaPath:"#/properties/encoding/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema13.properties.encoding.type,parentSchema:schema13.properties.encoding,data:data5};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
let data6 = data.skipLines;
if((typeof data6 !== "string") && (!(((typeof data6 == "number") && (!(data6 % 1) && !isNaN(data6))) && (isFinite(data6))))){
const err16 = {instancePath:instancePath+"/skipLines",schemaPath:"#/properties/skipLines/type",keyword:"type",params:{type: schema13.properties.skipLines.type},message:"must be string,integer",schema:schema13.properties.skipLines.type,parentSchema:schema13.properties.skipLines,data:data6};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
if((typeof data6 == "number") && (isFinite(data6))){
if(data6 > 1000 || isNaN(data6)){
const err17 = {instancePath:instancePath+"/skipLines",schemaPath:"#/properties/skipLines/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000},message:"must be <= 1000",schema:1000,parentSchema:schema13.properties.skipLines,data:data6};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
if(data6 < 0 || isNaN(data6)){
const err18 = {instancePath:instancePath+"/skipLines",schemaPath:"#/properties/skipLines/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema13.properties.skipLines,data:data6};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
if(typeof data6 === "string"){
if(!pattern1.test(data6)){
const err19 = {instancePath:instancePath+"/skipLines",schemaPath:"#/properties/skipLines/pattern",keyword:"pattern",params:{pattern: "^auto$"},message:"must match pattern \""+"^auto$"+"\"",schema:"^auto$",parentSchema:schema13.properties.skipLines,data:data6};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
let data7 = data.comments;
if(typeof data7 === "string"){
if(func2(data7) > 8){
const err20 = {instancePath:instancePath+"/comments",schemaPath:"#/properties/comments/maxLength",keyword:"maxLength",params:{limit: 8},message:"must NOT have more than 8 characters",schema:8,parentSchema:schema13.properties.comments,data:data7};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
if(func2(data7) < 1){
const err21 = {instancePath:instancePath+"/comments",schemaPath:"#/properties/comments/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema13.properties.comments,data:data7};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
if(!pattern3.test(data7)){
const err22 = {instancePath:instancePath+"/comments",schemaPath:"#/properties/comments/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000\\n\\r\\ud800-\\udfff]*$"},message:"must match pattern \""+"^[^\\u0000\\n\\r\\ud800-\\udfff]*$"+"\"",schema:"^[^\\u0000\\n\\r\\ud800-\\udfff]*$",parentSchema:schema13.properties.comments,data:data7};
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
const err23 = {instancePath:instancePath+"/comments",schemaPath:"#/properties/comments/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema13.properties.comments.type,parentSchema:schema13.properties.comments,data:data7};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
let data8 = data.ragged;
if(!(((data8 === "bad") || (data8 === "pad")) || (data8 === "cut"))){
const err24 = {instancePath:instancePath+"/ragged",schemaPath:"#/properties/ragged/enum",keyword:"enum",params:{allowedValues: schema13.properties.ragged.enum},message:"must be equal to one of the allowed values",schema:schema13.properties.ragged.enum,parentSchema:schema13.properties.ragged,data:data8};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
let data9 = data.names;
if(!((data9 === "loose") || (data9 === "exact"))){
const err25 = {instancePath:instancePath+"/names",schemaPath:"#/properties/names/enum",keyword:"enum",params:{allowedValues: schema13.properties.names.enum},message:"must be equal to one of the allowed values",schema:schema13.properties.names.enum,parentSchema:schema13.properties.names,data:data9};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
let data10 = data.maxBad;
if((typeof data10 !== "string") && (!(((typeof data10 == "number") && (!(data10 % 1) && !isNaN(data10))) && (isFinite(data10))))){
const err26 = {instancePath:instancePath+"/maxBad",schemaPath:"#/properties/maxBad/type",keyword:"type",params:{type: schema13.properties.maxBad.type},message:"must be string,integer",schema:schema13.properties.maxBad.type,parentSchema:schema13.properties.maxBad,data:data10};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
if((typeof data10 == "number") && (isFinite(data10))){
if(data10 > 9007199254740991 || isNaN(data10)){
const err27 = {instancePath:instancePath+"/maxBad",schemaPath:"#/properties/maxBad/maximum",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991},message:"must be <= 9007199254740991",schema:9007199254740991,parentSchema:schema13.properties.maxBad,data:data10};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
if(data10 < 0 || isNaN(data10)){
const err28 = {instancePath:instancePath+"/maxBad",schemaPath:"#/properties/maxBad/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema13.properties.maxBad,data:data10};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
if(typeof data10 === "string"){
if(!pattern4.test(data10)){
const err29 = {instancePath:instancePath+"/maxBad",schemaPath:"#/properties/maxBad/pattern",keyword:"pattern",params:{pattern: "^(?:auto|(?:100(?:\\.0{1,6})?|[0-9]{1,2}(?:\\.[0-9]{1,6})?)%)$"},message:"must match pattern \""+"^(?:auto|(?:100(?:\\.0{1,6})?|[0-9]{1,2}(?:\\.[0-9]{1,6})?)%)$"+"\"",schema:"^(?:auto|(?:100(?:\\.0{1,6})?|[0-9]{1,2}(?:\\.[0-9]{1,6})?)%)$",parentSchema:schema13.properties.maxBad,data:data10};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
if(data.drop !== undefined){
let data11 = data.drop;
if(Array.isArray(data11)){
if(data11.length > 10000){
const err30 = {instancePath:instancePath+"/drop",schemaPath:"#/properties/drop/maxItems",keyword:"maxItems",params:{limit: 10000},message:"must NOT have more than 10000 items",schema:10000,parentSchema:schema13.properties.drop,data:data11};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
const len1 = data11.length;
for(let i1=0; i1<len1; i1++){
let data12 = data11[i1];
if((typeof data12 !== "string") && (!(((typeof data12 == "number") && (!(data12 % 1) && !isNaN(data12))) && (isFinite(data12))))){
const err31 = {instancePath:instancePath+"/drop/" + i1,schemaPath:"#/definitions/field/type",keyword:"type",params:{type: schema14.type},message:"must be string,integer",schema:schema14.type,parentSchema:schema14,data:data12};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
if((typeof data12 == "number") && (isFinite(data12))){
if(data12 > 999999 || isNaN(data12)){
const err32 = {instancePath:instancePath+"/drop/" + i1,schemaPath:"#/definitions/field/maximum",keyword:"maximum",params:{comparison: "<=", limit: 999999},message:"must be <= 999999",schema:999999,parentSchema:schema14,data:data12};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
if(data12 < 0 || isNaN(data12)){
const err33 = {instancePath:instancePath+"/drop/" + i1,schemaPath:"#/definitions/field/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema14,data:data12};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
if(typeof data12 === "string"){
if(func2(data12) < 1){
const err34 = {instancePath:instancePath+"/drop/" + i1,schemaPath:"#/definitions/field/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema14,data:data12};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
}
}
else {
const err35 = {instancePath:instancePath+"/drop",schemaPath:"#/properties/drop/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema13.properties.drop.type,parentSchema:schema13.properties.drop,data:data11};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
}
if(data.keep !== undefined){
let data13 = data.keep;
if(Array.isArray(data13)){
if(data13.length > 10000){
const err36 = {instancePath:instancePath+"/keep",schemaPath:"#/properties/keep/maxItems",keyword:"maxItems",params:{limit: 10000},message:"must NOT have more than 10000 items",schema:10000,parentSchema:schema13.properties.keep,data:data13};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
if(data13.length < 1){
const err37 = {instancePath:instancePath+"/keep",schemaPath:"#/properties/keep/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema13.properties.keep,data:data13};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
const len2 = data13.length;
for(let i2=0; i2<len2; i2++){
let data14 = data13[i2];
if((typeof data14 !== "string") && (!(((typeof data14 == "number") && (!(data14 % 1) && !isNaN(data14))) && (isFinite(data14))))){
const err38 = {instancePath:instancePath+"/keep/" + i2,schemaPath:"#/definitions/field/type",keyword:"type",params:{type: schema14.type},message:"must be string,integer",schema:schema14.type,parentSchema:schema14,data:data14};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
if((typeof data14 == "number") && (isFinite(data14))){
if(data14 > 999999 || isNaN(data14)){
const err39 = {instancePath:instancePath+"/keep/" + i2,schemaPath:"#/definitions/field/maximum",keyword:"maximum",params:{comparison: "<=", limit: 999999},message:"must be <= 999999",schema:999999,parentSchema:schema14,data:data14};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
if(data14 < 0 || isNaN(data14)){
const err40 = {instancePath:instancePath+"/keep/" + i2,schemaPath:"#/definitions/field/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema14,data:data14};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
}
if(typeof data14 === "string"){
if(func2(data14) < 1){
const err41 = {instancePath:instancePath+"/keep/" + i2,schemaPath:"#/definitions/field/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema14,data:data14};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
}
}
}
else {
const err42 = {instancePath:instancePath+"/keep",schemaPath:"#/properties/keep/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema13.properties.keep.type,parentSchema:schema13.properties.keep,data:data13};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
}
let data15 = data.require;
if(Array.isArray(data15)){
if(data15.length > 10000){
const err43 = {instancePath:instancePath+"/require",schemaPath:"#/properties/require/maxItems",keyword:"maxItems",params:{limit: 10000},message:"must NOT have more than 10000 items",schema:10000,parentSchema:schema13.properties.require,data:data15};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
const len3 = data15.length;
for(let i3=0; i3<len3; i3++){
let data16 = data15[i3];
if((typeof data16 !== "string") && (!(((typeof data16 == "number") && (!(data16 % 1) && !isNaN(data16))) && (isFinite(data16))))){
const err44 = {instancePath:instancePath+"/require/" + i3,schemaPath:"#/definitions/field/type",keyword:"type",params:{type: schema14.type},message:"must be string,integer",schema:schema14.type,parentSchema:schema14,data:data16};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
if((typeof data16 == "number") && (isFinite(data16))){
if(data16 > 999999 || isNaN(data16)){
const err45 = {instancePath:instancePath+"/require/" + i3,schemaPath:"#/definitions/field/maximum",keyword:"maximum",params:{comparison: "<=", limit: 999999},message:"must be <= 999999",schema:999999,parentSchema:schema14,data:data16};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
if(data16 < 0 || isNaN(data16)){
const err46 = {instancePath:instancePath+"/require/" + i3,schemaPath:"#/definitions/field/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema14,data:data16};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
}
if(typeof data16 === "string"){
if(func2(data16) < 1){
const err47 = {instancePath:instancePath+"/require/" + i3,schemaPath:"#/definitions/field/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema14,data:data16};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
}
}
}
else {
const err48 = {instancePath:instancePath+"/require",schemaPath:"#/properties/require/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema13.properties.require.type,parentSchema:schema13.properties.require,data:data15};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
let data17 = data.phones;
if(Array.isArray(data17)){
if(data17.length > 10000){
const err49 = {instancePath:instancePath+"/phones",schemaPath:"#/properties/phones/maxItems",keyword:"maxItems",params:{limit: 10000},message:"must NOT have more than 10000 items",schema:10000,parentSchema:schema13.properties.phones,data:data17};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
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
const err50 = {instancePath:instancePath+"/phones",schemaPath:"#/properties/phones/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema13.properties.phones.type,parentSchema:schema13.properties.phones,data:data17};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
let data19 = data.output;
if(data19 && typeof data19 == "object" && !Array.isArray(data19)){
for(const key1 in data19){
if(!(key1 === "delimiter")){
const err51 = {instancePath:instancePath+"/output",schemaPath:"#/properties/output/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties",schema:false,parentSchema:schema13.properties.output,data:data19};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
}
if(data19.delimiter !== undefined){
let data20 = data19.delimiter;
if(typeof data20 === "string"){
if(!pattern6.test(data20)){
const err52 = {instancePath:instancePath+"/output/delimiter",schemaPath:"#/properties/output/properties/delimiter/pattern",keyword:"pattern",params:{pattern: "^[\\u0001-\\u0009\\u000b\\u000c\\u000e-!#-\\u007f]$"},message:"must match pattern \""+"^[\\u0001-\\u0009\\u000b\\u000c\\u000e-!#-\\u007f]$"+"\"",schema:"^[\\u0001-\\u0009\\u000b\\u000c\\u000e-!#-\\u007f]$",parentSchema:schema13.properties.output.properties.delimiter,data:data20};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
}
else {
const err53 = {instancePath:instancePath+"/output/delimiter",schemaPath:"#/properties/output/properties/delimiter/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema13.properties.output.properties.delimiter.type,parentSchema:schema13.properties.output.properties.delimiter,data:data20};
if(vErrors === null){
vErrors = [err53];
}
else {
vErrors.push(err53);
}
errors++;
}
}
}
else {
const err54 = {instancePath:instancePath+"/output",schemaPath:"#/properties/output/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema13.properties.output.type,parentSchema:schema13.properties.output,data:data19};
if(vErrors === null){
vErrors = [err54];
}
else {
vErrors.push(err54);
}
errors++;
}
let data21 = data.badRecords;
if(!((((data21 === "quarantine") || (data21 === "skip")) || (data21 === "keep")) || (data21 === "fail"))){
const err55 = {instancePath:instancePath+"/badRecords",schemaPath:"#/properties/badRecords/enum",keyword:"enum",params:{allowedValues: schema13.properties.badRecords.enum},message:"must be equal to one of the allowed values",schema:schema13.properties.badRecords.enum,parentSchema:schema13.properties.badRecords,data:data21};
if(vErrors === null){
vErrors = [err55];
}
else {
vErrors.push(err55);
}
errors++;
}
let data22 = data.missing;
if(!((data22 === "fail") || (data22 === "ignore"))){
const err56 = {instancePath:instancePath+"/missing",schemaPath:"#/properties/missing/enum",keyword:"enum",params:{allowedValues: schema13.properties.missing.enum},message:"must be equal to one of the allowed values",schema:schema13.properties.missing.enum,parentSchema:schema13.properties.missing,data:data22};
if(vErrors === null){
vErrors = [err56];
}
else {
vErrors.push(err56);
}
errors++;
}
}
else {
const err57 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema13.type,parentSchema:schema13,data};
if(vErrors === null){
vErrors = [err57];
}
else {
vErrors.push(err57);
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
}
}
if(!valid0){
const err3 = {instancePath,schemaPath:"#/oneOf",keyword:"oneOf",params:{passingSchemas: passing0},message:"must match exactly one schema in oneOf",schema:schema12.oneOf,parentSchema:schema12,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
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
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "match"},message:"must have required property '"+"match"+"'",schema:schema12.required,parentSchema:schema12,data};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
for(const key0 in data){
if(!((((key0 === "match") || (key0 === "csv")) || (key0 === "copy")) || (key0 === "skip"))){
const err5 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema12,data};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.match !== undefined){
let data0 = data.match;
if(typeof data0 === "string"){
if(func2(data0) > 1024){
const err6 = {instancePath:instancePath+"/match",schemaPath:"#/properties/match/maxLength",keyword:"maxLength",params:{limit: 1024},message:"must NOT have more than 1024 characters",schema:1024,parentSchema:schema12.properties.match,data:data0};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(func2(data0) < 1){
const err7 = {instancePath:instancePath+"/match",schemaPath:"#/properties/match/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema12.properties.match,data:data0};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
else {
const err8 = {instancePath:instancePath+"/match",schemaPath:"#/properties/match/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema12.properties.match.type,parentSchema:schema12.properties.match,data:data0};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
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
const err9 = {instancePath:instancePath+"/copy",schemaPath:"#/properties/copy/const",keyword:"const",params:{allowedValue: true},message:"must be equal to constant",schema:true,parentSchema:schema12.properties.copy,data:data2};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.skip !== undefined){
let data3 = data.skip;
if(true !== data3){
const err10 = {instancePath:instancePath+"/skip",schemaPath:"#/properties/skip/const",keyword:"const",params:{allowedValue: true},message:"must be equal to constant",schema:true,parentSchema:schema12.properties.skip,data:data3};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
}
else {
const err11 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema12.type,parentSchema:schema12,data};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
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
